"""`torch.nn.PairwiseDistance`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class PairwiseDistanceCell(nn.Cell):
    """The p-norm of the differences along the last dimension."""

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.p = p
        self.eps = eps
        self.keepdim = keepdim

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Broadcasts the two; the last dimension vanishes unless `keepdim`."""
        error = ops.abs(x1 - x2 + self.eps)
        if self.p == float("inf"):
            return ops.amax(error, -1, self.keepdim)
        return ops.pow(ops.pow(error, self.p).sum(-1, keepdims=self.keepdim), 1.0 / self.p)

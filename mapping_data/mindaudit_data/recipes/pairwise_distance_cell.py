"""`torch.nn.PairwiseDistance`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.margin_losses import pairwise_distance


class PairwiseDistanceCell(nn.Cell):
    """The p-norm of the differences along the last dimension."""

    def __init__(self, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> None:
        super().__init__()
        self.p = p
        self.eps = eps
        self.keepdim = keepdim

    def construct(self, x1: Tensor, x2: Tensor) -> Tensor:
        """Broadcasts the two; the last dimension vanishes unless `keepdim`."""
        return pairwise_distance(x1, x2, self.p, self.eps, self.keepdim)

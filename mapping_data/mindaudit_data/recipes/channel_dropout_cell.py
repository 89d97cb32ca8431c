"""`torch.nn.Dropout1d`.

MindSpore 2.0 and newer, graph and PyNative mode; other random numbers than torch's.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class ChannelDropoutCell(nn.Cell):
    """Drops whole channels of (N, C, L) or (C, L) in training and scales the others up."""

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = p

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The input, of the same shape."""
        if not self.training or self.p == 0:
            return input
        kept = (ops.rand((*input.shape[:-1], 1)) >= self.p).astype(input.dtype)
        return input * kept / max(1 - self.p, 1e-12)

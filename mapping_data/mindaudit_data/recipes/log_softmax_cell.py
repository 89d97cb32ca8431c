"""`torch.nn.LogSoftmax`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.cross_entropy import log_shares
from mindaudit_data.recipes.leaky_units import softmax_axis


class LogSoftmaxCell(nn.Cell):
    """Logarithm of softmax along `dim`; None takes torch's old default: 0 for 0, 1 and 3 dimensions, else 1."""

    def __init__(self, dim: int | None = None) -> None:
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Any shape, a scalar too."""
        if input.ndim == 0:
            return input - input
        return log_shares(input, softmax_axis(input, self.dim))

"""`torch.nn.Softplus`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponential_units import softplus


class SoftplusCell(nn.Cell):
    """log(1 + exp(beta * x)) / beta, linear where beta * x exceeds the threshold."""

    def __init__(self, beta: float = 1.0, threshold: float = 20.0) -> None:
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return softplus(input, self.beta, self.threshold)

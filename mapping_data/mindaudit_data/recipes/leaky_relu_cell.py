"""`torch.nn.LeakyReLU`, whose gradient at 0 MindSpore's layer takes from both sides on CPU.

MindSpore 2.0 and newer, graph and PyNative mode, any backend; exact.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.leaky_units import leaky_relu


class LeakyReLUCell(nn.Cell):
    """x where positive, else negative_slope * x."""

    def __init__(self, negative_slope: float = 0.01) -> None:
        super().__init__()
        self.negative_slope = negative_slope

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """Elementwise, any shape."""
        return leaky_relu(input, self.negative_slope)

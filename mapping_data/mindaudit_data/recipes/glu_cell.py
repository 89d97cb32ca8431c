"""`torch.nn.GLU`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from mindspore import Tensor, nn

from mindaudit_data.recipes.exponentials import sigmoid


class GLUCell(nn.Cell):
    """The first half along a dimension, times the sigmoid of the second."""

    def __init__(self, dim: int = -1) -> None:
        super().__init__()
        self.dim = dim

    def construct(self, input: Tensor) -> Tensor:  # noqa: A002
        """The dimension has to be even and is halved."""
        half = input.shape[self.dim] // 2
        return input.narrow(self.dim % input.ndim, 0, half) * sigmoid(input.narrow(self.dim % input.ndim, half, half))

"""`torch.nn.MaxUnpool1d`, `MaxUnpool2d` and `MaxUnpool3d`.

MindSpore 2.0 and newer, graph and PyNative mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, nn

from mindaudit_data.recipes.max_unpool import unpooled


class MaxUnpoolCell(nn.Cell):
    """Puts the maxima of `dims`-dimensional pooling back to where they came from, zeros elsewhere."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, dims: int = 2) -> None:
        super().__init__()
        self.window = kernel_size, stride, padding
        self.dims = dims

    def construct(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:  # noqa: A002
        """Maxima and their flat positions, (N, C, …) or (C, …); `output_size` chooses among the possible sizes."""
        return unpooled(input, indices, self.window, output_size, self.dims)

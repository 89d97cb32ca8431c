"""`torch.nn.MaxUnpool1d`, `MaxUnpool2d` and `MaxUnpool3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch exactly.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops


class MaxUnpoolCell(nn.Cell):
    """Puts the maxima of `dims`-dimensional pooling back to where they came from, zeros elsewhere."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0, dims: int = 2) -> None:
        super().__init__()
        self.kernel = tuple(kernel_size) if isinstance(kernel_size, (tuple, list)) else (kernel_size,) * dims
        step = self.kernel if stride is None else stride
        self.stride = tuple(step) if isinstance(step, (tuple, list)) else (step,) * dims
        self.padding = tuple(padding) if isinstance(padding, (tuple, list)) else (padding,) * dims
        self.dims = dims

    def construct(self, input: Tensor, indices: Tensor, output_size: Any = None) -> Tensor:  # noqa: A002
        """Maxima and their flat positions, (N, C, …) or (C, …); `output_size` chooses among the possible sizes."""
        dims = self.dims
        if output_size is None:
            sizes = tuple((input.shape[i - dims] - 1) * self.stride[i] - 2 * self.padding[i] + self.kernel[i] for i in range(dims))
        else:
            sizes = tuple(output_size)[-dims:]
        total = 1
        for size in sizes:
            total *= size
        lead = input.shape[:-dims]
        rows = input.reshape((self._count(lead), -1))
        places = indices.reshape(rows.shape).astype(mindspore.int32)
        flat = ops.tensor_scatter_elements(ops.zeros((rows.shape[0], total), input.dtype), places, rows, 1)
        return flat.reshape((*lead, *sizes))

    @staticmethod
    def _count(lead: Any) -> int:
        count = 1
        for size in lead:
            count *= size
        return count

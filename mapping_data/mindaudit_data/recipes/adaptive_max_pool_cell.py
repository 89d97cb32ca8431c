"""`torch.nn.AdaptiveMaxPool1d` and `AdaptiveMaxPool3d`.

Computed from its definition by operators that every backend has. MindSpore 2.0 and newer, graph and PyNative
mode; agrees with torch to 1e-5 relative in float32.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, nn, ops

from mindaudit_data.recipes.max_pool import adaptive_max_pool3d


class AdaptiveMaxPoolCell(nn.Cell):
    """Adaptive maximum over 1 or 3 dimensions; None in `output_size` keeps that dimension, `return_indices` adds flat positions."""

    def __init__(self, output_size: Any, return_indices: bool = False, dims: int = 1) -> None:
        super().__init__()
        self.sizes = tuple(output_size) if isinstance(output_size, (tuple, list)) else (output_size,) * dims
        self.return_indices = return_indices
        self.dims = dims

    def construct(self, input: Tensor) -> Any:  # noqa: A002
        """The maxima, with `return_indices` also their int64 positions in the flattened dimensions."""
        own = input.shape[-self.dims :]
        sizes = tuple(own[i] if self.sizes[i] is None else self.sizes[i] for i in range(self.dims))
        if self.dims == 1:
            output, indices = ops.adaptive_max_pool2d(input.expand_dims(-2), (1, *sizes), True)
            output, indices = output.squeeze(-2), indices.squeeze(-2)
        else:
            output, indices = adaptive_max_pool3d(input, sizes, True)
        return (output, indices.astype(mindspore.int64)) if self.return_indices else output

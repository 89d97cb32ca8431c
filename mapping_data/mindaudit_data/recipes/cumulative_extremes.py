"""`torch.cummax` and `torch.cummin` with a gradient: that of MindSpore's has no kernel on CPU.

MindSpore 2.0 and newer, graph and PyNative mode; exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result


def cumulative_extremes(function: Callable[..., Any], x: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """The extremes so far along a dimension, taken at the int64 positions that `ops.cummax` or `ops.cummin` finds."""
    row = x.reshape((1,)) if x.ndim == 0 else x
    numbers = row.astype(mindspore.int32) if x.dtype == mindspore.bool_ else ops.stop_gradient(row)
    indices = function(numbers, dim)[1].astype(mindspore.int64)
    values = ops.gather_elements(row, dim, indices)
    return named_result((values.reshape(x.shape), indices.reshape(x.shape)), "values", "indices")

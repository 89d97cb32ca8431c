"""`torch.histc` of any real dtype, NaN left out; MindSpore's kernel takes float16, float32 and int32 and counts NaN in the first bin.

MindSpore 2.0 and newer, graph and PyNative mode; exact.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def histc(x: Tensor, bins: int = 100, min: Any = 0, max: Any = 0) -> Tensor:  # noqa: A002 - torch's names
    """The number of elements in each of the equal bins between two limits, or between the extremes; in the dtype of `x`."""
    if not x.size:
        return ops.zeros((bins,), x.dtype)
    values = _computed(x.reshape(-1))
    low, high = _limits(values, min, max)
    is_inside = ops.logical_and(values >= low, values <= high)
    above = (ops.where(is_inside, values, low) - low) * bins
    place = above / (high - low) if x.is_floating_point() else above // (high - low)
    place = place.astype(mindspore.int64).clip(0, bins - 1)
    counts = ops.tensor_scatter_add(ops.zeros((bins,), mindspore.int64), place.reshape(-1, 1), is_inside.astype(mindspore.int64))
    return counts.astype(x.dtype)


def _computed(x: Tensor) -> Tensor:
    """The values in a dtype that holds their products."""
    if x.dtype == mindspore.float64:
        return x
    return x.astype(mindspore.float32 if x.is_floating_point() else mindspore.int64)


def _limits(values: Tensor, low: Any, high: Any) -> tuple[Tensor, Tensor]:
    """The limits in the dtype of the values; if both are the same, the extremes, 1 more on each side where these are the same."""
    if low != high:
        return Tensor(low, values.dtype), Tensor(high, values.dtype)
    smallest, largest = values.min(), values.max()
    same = (smallest == largest).astype(values.dtype)
    return smallest - same, largest + same

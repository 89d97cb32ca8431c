"""`torch.nanmedian` where the backend has no such kernel (Ascend).

By sorting. MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result
from mindaudit_data.recipes.sort_int64 import exactly_sorted


def nanmedian(x: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor | tuple[Tensor, Tensor]:
    """The lower median of what is no NaN, with its positions if a dimension is given; NaN where nothing else is."""
    if dim is None or x.ndim == 0:
        values, places = _along_last(x.reshape(1, -1))
        return values.reshape(()) if dim is None else named_result((values.reshape(()), places.reshape(())), "values", "indices")
    values, places = _along_last(ops.swapaxes(x, dim, -1))
    values, places = ops.swapaxes(values, dim, -1), ops.swapaxes(places, dim, -1)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    return named_result((values, places), "values", "indices")


def _along_last(x: Tensor) -> tuple[Tensor, Tensor]:
    missing = ops.isnan(x) if x.is_floating_point() else x != x
    values, places = exactly_sorted(ops.where(missing, ops.full_like(x, float("inf")), x) if x.is_floating_point() else x)
    count = (x.shape[-1] - missing.astype(mindspore.int32).sum(-1, keepdims=True)).astype(mindspore.int32)
    middle = ops.maximum((count - 1) // 2, 0).astype(mindspore.int64)
    values = ops.gather_elements(values, -1, middle)
    places = ops.gather_elements(places.astype(mindspore.int64), -1, middle)
    return (ops.where(count == 0, ops.full_like(values, float("nan")), values) if x.is_floating_point() else values), places

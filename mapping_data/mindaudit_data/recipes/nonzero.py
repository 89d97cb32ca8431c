"""`torch.nonzero`, `argwhere` and `nonzero_static`, also for scalars and where nothing is found, which MindSpore's CPU kernel refuses."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def nonzero(x: Tensor, as_tuple: bool = False) -> Tensor | tuple[Tensor, ...]:
    """Positions of the elements that are not zero: int64, one a row; with `as_tuple` one vector a dimension.

    The number of rows depends on data: in graph mode a dynamic shape.
    """
    if x.ndim == 0:
        found = ops.zeros((int(x != 0), 1 if as_tuple else 0), mindspore.int64)
    else:
        marked = x != 0  # the kernel takes float32 numbers up to 1e-7 for zero
        found = ops.nonzero(marked) if bool(marked.any()) else ops.zeros((0, x.ndim), mindspore.int64)
    if not as_tuple:
        return found
    return tuple([found[:, d] for d in range(found.shape[1])])


def nonzero_static(x: Tensor, size: int, fill_value: int = -1) -> Tensor:
    """The first `size` rows of `nonzero`, completed with `fill_value`: a fixed shape, by sorting positions instead of selecting them."""
    total = x.size
    places = ops.arange(total)
    if x.ndim == 0 or size == 0:
        return ops.full((size, x.ndim), fill_value, dtype=mindspore.int64)
    keys = ops.where(x.reshape(-1) != 0, places, places + total)
    order = ops.sort(keys.astype(mindspore.int32))[0].astype(mindspore.int64)
    kept = order[:size] if size <= total else ops.cat((order, ops.full((size - total,), total, dtype=mindspore.int64)))
    columns = []
    rest = kept
    for length in x.shape[::-1]:
        columns.append(rest % length)
        rest = rest // length
    rows = ops.stack(columns[::-1], 1)
    return ops.where((kept < total).reshape(-1, 1), rows, ops.full_like(rows, fill_value))

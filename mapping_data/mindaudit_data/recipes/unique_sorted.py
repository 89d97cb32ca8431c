"""`torch.unique` of all elements or of slices along a dimension; MindSpore's on CPU keeps the order of appearance and knows no `dim`."""

from __future__ import annotations

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.scope import compiled_as


def _by_pairs(
    x: Tensor,
    sorted: bool = True,  # noqa: A002 - torch's name
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """What a graph compiles: ranks come from comparing all pairs, so memory grows with the square of their number."""
    rows = x.reshape(-1, 1) if dim is None else ops.movedim(x.reshape(1) if x.ndim == 0 else x, dim, 0)
    shape = rows.shape
    keys = rows.reshape(shape[0], -1)
    keys = keys.astype(mindspore.int32) if x.dtype == mindspore.bool_ else keys
    equal, less = _compare(keys)
    first = (ops.logical_and(equal, _below(shape[0])).astype(mindspore.int32).sum(1)) == 0
    # a row's rank counts the distinct rows below it
    rank = ops.logical_and(less.T, first.reshape(1, -1)).astype(mindspore.int32).sum(1).astype(mindspore.int64)
    count = int(first.astype(mindspore.int32).sum())
    places = ops.arange(shape[0])
    chosen = ops.tensor_scatter_update(ops.zeros((count,), mindspore.int64), rank.reshape(-1, 1), places)
    kept = ops.gather(rows, chosen, 0)
    result = [kept.reshape(-1) if dim is None else ops.movedim(kept, 0, dim)]
    if return_inverse:
        result.append(rank.reshape(x.shape) if dim is None else rank)
    if return_counts:
        result.append(ops.tensor_scatter_add(ops.zeros((count,), mindspore.int64), rank.reshape(-1, 1), ops.ones_like(rank)))
    return result[0] if len(result) == 1 else tuple(result)


@compiled_as(_by_pairs)
def unique_sorted(
    x: Tensor,
    sorted: bool = True,  # noqa: A002 - torch's name
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """The distinct elements, or slices along `dim`, in ascending order, as torch gives them; on request with inverse and counts.

    Computed on the host, since the output's length depends on data. NaN is equal to nothing, as in torch.
    """
    data = (x.astype(mindspore.float32) if x.dtype == mindspore.bfloat16 else x).asnumpy()
    data = data.reshape(1) if dim is not None and data.ndim == 0 else data
    kept, inverse, counts = np.unique(data, return_inverse=True, return_counts=True, axis=dim, equal_nan=False)
    result = [Tensor(kept).astype(x.dtype)]
    if return_inverse:
        result.append(Tensor(inverse.reshape(x.shape if dim is None else -1).astype(np.int64)))
    if return_counts:
        result.append(Tensor(counts.astype(np.int64)))
    return result[0] if len(result) == 1 else tuple(result)


def _below(count: int) -> Tensor:
    places = ops.arange(count)
    return places.reshape(1, -1) < places.reshape(-1, 1)


def _compare(keys: Tensor) -> tuple[Tensor, Tensor]:
    """For all pairs of rows: whether they are equal, and whether the first comes before the second lexicographically.

    NaN is equal to nothing and comes last, several in their order.
    """
    equal = ops.ones((keys.shape[0], keys.shape[0]), mindspore.bool_)
    less = ops.logical_not(equal)
    above = _below(keys.shape[0]).T
    for column in ops.split(keys, 1, 1):
        a, b = column, column.reshape(1, -1)
        last = ops.logical_and(b != b, ops.logical_or(a == a, above))
        less = ops.logical_or(less, ops.logical_and(equal, ops.logical_or(a < b, last)))
        equal = ops.logical_and(equal, a == b)
    return equal, less

"""`torch.sort`, `argsort`, `topk`, `kthvalue` and `msort` with torch's int64 indices, for bool and scalars too, on every backend.

Results of two tensors are named tuples, as in torch.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result


def exactly_sorted(x: Tensor, dim: int = -1, descending: bool = False) -> tuple[Tensor, Tensor]:
    """What `ops.sort` gives; of doubles by `topk`, since `sort` rounds them to float32."""
    if x.dtype == mindspore.float64 and x.shape[dim]:
        return ops.topk(x, x.shape[dim], dim, descending, True)  # type: ignore[no-any-return, unused-ignore]
    return ops.sort(x, dim, descending)  # type: ignore[no-any-return, unused-ignore]


def sort_int64(x: Tensor, dim: int = -1, descending: bool = False) -> tuple[Tensor, Tensor]:
    """Sorted values along `dim` and where they stood. Elements that are equal may stand in another order than torch's."""
    if x.ndim == 0:
        return named_result((x, ops.zeros((), mindspore.int64)), "values", "indices")
    if x.dtype == mindspore.bool_:
        values, indices = ops.sort(x.astype(mindspore.int32), dim, descending)
        return named_result((values.astype(mindspore.bool_), indices.astype(mindspore.int64)), "values", "indices")
    values, indices = exactly_sorted(x, dim, descending)
    return named_result((values, indices.astype(mindspore.int64)), "values", "indices")


def sort_stable(x: Tensor, dim: int = -1, descending: bool = False) -> tuple[Tensor, Tensor]:
    """Sorted values along `dim` and where they stood, equal elements in their old order.

    Sorts, finds each element's rank among equals from how many of them stand before it, so memory grows with the square of the length.
    """
    if x.ndim == 0:
        return named_result((x, ops.zeros((), mindspore.int64)), "values", "indices")
    keys = ops.swapaxes(x.astype(mindspore.int32) if x.dtype == mindspore.bool_ else x, dim, -1)
    here, there = keys.expand_dims(-1), keys.expand_dims(-2)
    places = ops.arange(keys.shape[-1])
    earlier = places.reshape(1, -1) < places.reshape(-1, 1)
    before = (there > here) if descending else (there < here)
    rank = ops.logical_or(before, ops.logical_and(there == here, earlier)).astype(mindspore.int32).sum(-1).astype(mindspore.int64)
    order = ops.tensor_scatter_elements(ops.zeros_like(rank), rank, ops.broadcast_to(places, rank.shape), -1)
    indices = ops.swapaxes(order, dim, -1)
    return named_result((ops.gather_elements(x, dim, indices), indices), "values", "indices")


def topk_int64(x: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Tensor, Tensor]:  # noqa: A002 - torch's name
    """The k largest (or smallest) elements along `dim` and where they stand; `sorted=False` may still give them sorted."""
    if x.ndim == 0:
        return named_result((x.reshape(1)[:k].reshape(()), ops.zeros((), mindspore.int64)), "values", "indices")
    if k == 0:  # MindSpore refuses it
        nothing = ops.zeros(tuple([0 if axis == dim % x.ndim else size for axis, size in enumerate(x.shape)]), x.dtype)
        return named_result((nothing, nothing.astype(mindspore.int64)), "values", "indices")
    values, indices = ops.topk(x, k, dim, largest, sorted)
    return named_result((values, indices.astype(mindspore.int64)), "values", "indices")


def kthvalue(x: Tensor, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """The k-th smallest element along `dim` and where it stands."""
    if x.ndim == 0:
        return named_result((x, ops.zeros((), mindspore.int64)), "values", "indices")
    values, indices = exactly_sorted(x, dim)
    value, index = ops.narrow(values, dim, k - 1, 1), ops.narrow(indices, dim, k - 1, 1).astype(mindspore.int64)
    return (
        named_result((value, index), "values", "indices")
        if keepdim
        else named_result((value.squeeze(dim), index.squeeze(dim)), "values", "indices")
    )


def argsort_int64(x: Tensor, dim: int = -1, descending: bool = False) -> Tensor:
    """The positions that sort `x` along `dim`."""
    return sort_int64(x, dim, descending)[1]

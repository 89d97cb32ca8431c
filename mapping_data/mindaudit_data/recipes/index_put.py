"""`torch.index_put` and `torch.Tensor.put_` with any indices; MindSpore's own are limited on CPU to vectors of int32."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops


def index_put(x: Tensor, indices: Sequence[Tensor | None], values: Tensor, accumulate: bool = False) -> Tensor:
    """`x` with x[indices] = values, or += with `accumulate`; `indices` are broadcasting integer tensors or masks, for the first dims.

    Equal positions add up with `accumulate`, else one of them wins. A mask makes shapes depend on data.
    """
    if x.dtype == mindspore.bool_ and accumulate:
        return index_put(x.astype(mindspore.int32), indices, values.astype(mindspore.int32), True).astype(mindspore.bool_)
    whole: list[Tensor] = []
    for index in indices:
        whole = whole + _as_integers(index)
    size = ops.zeros((), mindspore.int64)
    for index in whole:
        size = size + ops.zeros_like(index).astype(mindspore.int64)
    columns = [ops.broadcast_to(ops.where(index < 0, index + n, index), size.shape) for index, n in zip(whole, x.shape)]
    places = ops.stack([column.astype(mindspore.int64) for column in columns], -1)
    updates = ops.broadcast_to(values.astype(x.dtype), size.shape + x.shape[len(whole) :])
    if accumulate:
        return ops.tensor_scatter_add(x, places, updates)
    return ops.tensor_scatter_update(x, places, updates)


def put(x: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """`x` with its flattened elements at `index` replaced by those of `source`, or increased by them with `accumulate`."""
    if index.size == 0:
        return x
    return index_put(x.reshape(-1), (index.reshape(-1),), source.reshape(-1), accumulate).reshape(x.shape)


def _as_integers(index: Tensor) -> list[Tensor]:
    """An index for each dimension that it covers: a mask counts for as many as it has."""
    if index.dtype != mindspore.bool_:
        return [index]
    return [column.reshape(-1) for column in ops.split(ops.nonzero(index), 1, 1)]

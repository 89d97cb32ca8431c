"""`torch.mode`: the most frequent value along a dimension."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def mode(x: Tensor, dim: int = -1, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """The most frequent value of each slice and the last index at which it stands; among equally frequent ones the smallest.

    Compares every element with every other of its slice: n * n memory. Any backend; values and indices exact.
    """
    rows = ops.moveaxis(x, dim, -1) if x.ndim else x.reshape(1)
    same = ops.equal(rows.expand_dims(-1), rows.expand_dims(-2)).astype(mindspore.int32).sum(-1)
    frequent = ops.equal(same, same.max(-1, keepdims=True))
    order = ops.argsort(rows.astype(mindspore.float64) if rows.dtype == mindspore.bool_ else rows, -1)
    place = ops.argmax(ops.gather_elements(frequent.astype(mindspore.int32), -1, order), -1, True)
    values = ops.gather_elements(rows, -1, ops.gather_elements(order, -1, place))
    steps = ops.arange(rows.shape[-1]).astype(mindspore.int64)
    indices = ops.where(ops.equal(rows, values), steps, -1).max(-1, keepdims=True).astype(mindspore.int64)
    if x.ndim == 0:
        return values.reshape(()), indices.reshape(())
    values, indices = ops.moveaxis(values, -1, dim), ops.moveaxis(indices, -1, dim)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))

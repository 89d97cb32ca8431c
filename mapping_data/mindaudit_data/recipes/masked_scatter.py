"""`torch.masked_scatter` with a mask of any shape that broadcasts."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from mindspore import Tensor, ops


def masked_scatter(x: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """`x`, expanded to the mask where that is larger, with the elements under the mask replaced by those of `source`, in order.

    The n-th element under the mask takes source[n]: a running count of the mask gives n, so no shape depends on data.
    """
    shape = _common_shape(x.shape, mask.shape)
    mask, x = ops.broadcast_to(mask, shape), ops.broadcast_to(x, shape)
    order = ops.cumsum(mask.reshape(-1).astype(ops.arange(1).dtype), 0) - 1
    padded = ops.cat((source.reshape(-1), ops.zeros((1,), source.dtype)), 0)  # a mask without elements may have a source without
    taken = ops.gather(padded, ops.clamp(order, 0), 0)
    return ops.where(mask, taken.reshape(shape), x)


def _common_shape(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    rank = max(len(first), len(second))
    padded = zip((1,) * (rank - len(first)) + first, (1,) * (rank - len(second)) + second)
    return tuple([b if a == 1 else a for a, b in padded])

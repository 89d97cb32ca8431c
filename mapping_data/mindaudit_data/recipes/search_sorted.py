"""`torch.searchsorted` with its sorter, sides and scalars, and `torch.bucketize`; MindSpore's CPU kernel knows parts of it."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def search_sorted(
    sorted_sequence: Tensor,
    values: Tensor | float,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each value belongs in the sorted last dimension of the sequence: before equal elements, or after them with `right`.

    A binary search of all values at once, so the order of the sequence decides as in torch; a NaN comes last.
    """
    sequence = sorted_sequence if sorter is None else ops.gather_elements(sorted_sequence, -1, sorter)
    single = not isinstance(values, Tensor) or values.ndim == 0
    wanted = Tensor(values, sequence.dtype).reshape(1) if not isinstance(values, Tensor) else values.reshape(1) if single else values
    if sequence.ndim > 1:
        sequence = ops.broadcast_to(sequence, (*wanted.shape[:-1], sequence.shape[-1]))
    low = ops.zeros(wanted.shape, mindspore.int64)
    high = ops.full(wanted.shape, sequence.shape[-1], dtype=mindspore.int64)
    after = right or side == "right"
    for _ in range(sequence.shape[-1].bit_length()):
        middle = (low + high) // 2
        place = middle.clip(0, sequence.shape[-1] - 1)
        here = ops.gather(sequence, place, 0) if sequence.ndim == 1 else ops.gather_elements(sequence, -1, place)
        beyond = ops.logical_and(ops.logical_not((here > wanted) if after else (here >= wanted)), low < high)
        low, high = ops.where(beyond, middle + 1, low), ops.where(beyond, high, middle)
    result = low.astype(mindspore.int32 if out_int32 else mindspore.int64)
    return result.reshape(()) if single else result


def bucketize(values: Tensor | float, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """Which interval between sorted boundaries each value falls into."""
    if isinstance(values, Tensor) and values.ndim:
        return search_sorted(boundaries, values.reshape(-1), out_int32=out_int32, right=right).reshape(values.shape)
    return search_sorted(boundaries, values, out_int32=out_int32, right=right)

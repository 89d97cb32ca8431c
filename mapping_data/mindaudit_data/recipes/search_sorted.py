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

    Counts the smaller elements: memory grows with the product of both lengths.
    """
    sequence = sorted_sequence if sorter is None else ops.gather_elements(sorted_sequence, -1, sorter)
    after = right or side == "right"
    wanted = values.expand_dims(-1) if isinstance(values, Tensor) else values
    ranges = sequence.expand_dims(-2) if isinstance(values, Tensor) and values.ndim else sequence
    passed = ops.logical_not((ranges > wanted) if after else (ranges >= wanted))  # a NaN comes last
    return passed.astype(mindspore.int32).sum(-1).astype(mindspore.int32 if out_int32 else mindspore.int64)


def bucketize(values: Tensor | float, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """Which interval between sorted boundaries each value falls into."""
    if isinstance(values, Tensor) and values.ndim:
        return search_sorted(boundaries, values.reshape(-1), out_int32=out_int32, right=right).reshape(values.shape)
    return search_sorted(boundaries, values, out_int32=out_int32, right=right)

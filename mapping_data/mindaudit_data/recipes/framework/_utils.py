"""`torch._utils`: several tensors as one row, and a row as several tensors. PyNative mode, any backend; exact."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from mindspore import Tensor, ops


def _flatten_dense_tensors(tensors: Sequence[Tensor]) -> Tensor:
    """All values in one row; one tensor alone is a view of itself."""
    return tensors[0].reshape(-1) if len(tensors) == 1 else ops.cat([each.reshape(-1) for each in tensors])


def _unflatten_dense_tensors(flat: Tensor, tensors: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The parts of a row in the shapes of `tensors`."""
    ends = list(accumulate(each.size for each in tensors))
    return tuple([flat[end - each.size : end].reshape(each.shape) for end, each in zip(ends, tensors, strict=True)])

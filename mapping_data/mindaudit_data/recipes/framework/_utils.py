"""`torch._utils`: several tensors as one row, a row as several tensors, and tensors of a storage. PyNative mode, any backend; exact."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import recorded
from mindaudit_data.recipes.torch_files import Storage, tensor_of_storage


def _flatten_dense_tensors(tensors: Sequence[Tensor]) -> Tensor:
    """All values in one row; one tensor alone is a view of itself."""
    return tensors[0].reshape(-1) if len(tensors) == 1 else ops.cat([each.reshape(-1) for each in tensors])


def _unflatten_dense_tensors(flat: Tensor, tensors: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """The parts of a row in the shapes of `tensors`."""
    ends = list(accumulate(each.size for each in tensors))
    return tuple([flat[end - each.size : end].reshape(each.shape) for end, each in zip(ends, tensors, strict=True)])


def _rebuild_tensor(storage: Any, storage_offset: int, size: Sequence[int], stride: Sequence[int]) -> Tensor:
    """A tensor of the elements of a storage, an array of one dimension, that begin at an offset, with steps for each dimension."""
    elements = np.asarray(storage)
    return tensor_of_storage(Storage(elements, elements.dtype.name), storage_offset, tuple(size), tuple(stride))


def _rebuild_tensor_v2(
    storage: Any, storage_offset: int, size: Sequence[int], stride: Sequence[int], requires_grad: bool, *_: Any, **__: Any
) -> Tensor:
    """The same, as files keep it: with the flag for gradients, and hooks, which are left out."""
    tensor = _rebuild_tensor(storage, storage_offset, size, stride)
    return recorded(tensor) if requires_grad else tensor

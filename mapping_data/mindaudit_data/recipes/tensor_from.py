"""`torch.tensor`, `as_tensor` and `asarray` of what may be a tensor already, or a list that holds some."""

from __future__ import annotations

from array import array
from collections import deque
from typing import Any

import mindspore
from mindspore import Tensor


def tensor_from(data: Any, dtype: Any = None) -> Tensor:
    """A tensor as it is or in another dtype; numbers, sequences and arrays as a new tensor."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.astype(dtype)
    return mindspore.tensor(data) if dtype is None else mindspore.tensor(data, dtype=dtype)


def tensor_of_items(data: Any, dtype: Any = None, copy: bool = True) -> Tensor:
    """A sequence as a new tensor: tensors of one element in it count as numbers, whatever dimensions they have. PyNative mode.

    A tensor is copied, unless `copy` is False. Deques and Python's arrays are as good as lists.
    """
    made = tensor_from(_numbers(data), dtype)
    return made.copy() if made is data and copy else made


def _numbers(data: Any) -> Any:
    if isinstance(data, (list, tuple, deque, array)):
        return [each.reshape(()) if isinstance(each, Tensor) and each.size == 1 else _numbers(each) for each in data]
    return data

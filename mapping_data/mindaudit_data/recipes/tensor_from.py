"""`torch.tensor`, `as_tensor` and `asarray` of what may be a tensor already, or a list that holds some."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterator
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

_OF_PYTHON = {bool: np.dtype("bool"), int: np.dtype("int64"), float: np.dtype("float32"), complex: np.dtype("complex64")}


def tensor_from(data: Any, dtype: Any = None) -> Tensor:
    """A tensor as it is or in another dtype; numbers, sequences and arrays as a new tensor."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.astype(dtype)
    return mindspore.tensor(data) if dtype is None else mindspore.tensor(data, dtype=dtype)


def tensor_of_items(data: Any, dtype: Any = None, copy: bool = True) -> Tensor:
    """A sequence as a new tensor: tensors of one element in it count as numbers, whatever dimensions they have. PyNative mode.

    What NumPy holds keeps its dtype in it, as in torch: MindSpore makes float32 of its doubles. A tensor is copied, unless `copy` is
    False. Deques and Python's arrays are as good as lists.
    """
    numbers = _numbers(data)
    own = _dtype_of_numpy(numbers)
    made = tensor_from(numbers if own is None else np.asarray(numbers, own), dtype)
    return made.copy() if made is data and copy else made


def _dtype_of_numpy(numbers: Any) -> Any:
    """NumPy's dtype of a list that holds numbers or arrays of NumPy, by torch's rules; None of any other."""
    held = list(_held(numbers)) if isinstance(numbers, list) else []
    of_numpy = {each.dtype for each in held if isinstance(each, (np.generic, np.ndarray))}
    others = {type(each) for each in held if not isinstance(each, (np.generic, np.ndarray))}
    if not of_numpy or not others <= _OF_PYTHON.keys():
        return None
    dtypes = [*of_numpy, *map(_OF_PYTHON.__getitem__, others)]
    return np.result_type(*([each for each in dtypes if each.kind in "fc"] or dtypes))


def _held(numbers: Any) -> Iterator[Any]:
    """What a list holds, also in lists in it."""
    if isinstance(numbers, list):
        for each in numbers:
            yield from _held(each)
    else:
        yield numbers


def _numbers(data: Any) -> Any:
    if isinstance(data, (list, tuple, deque, array)):
        return [each.reshape(()) if isinstance(each, Tensor) and each.size == 1 else _numbers(each) for each in data]
    return data

"""Indices that torch takes and MindSpore does not, or not with a gradient: NumPy's, and tensors without dimensions. PyNative mode."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy
from mindspore import Tensor

from mindaudit_data.recipes.index_of_numpy import index_of_numpy


def any_index(value: Any, indexed: Any = None) -> Any:
    """A part of an index: arrays and numbers of NumPy, also in a list or tuple, and ranges as MindSpore takes them; anything else as it is.

    All stays as it is where `indexed`, what the index is for, is an array of NumPy itself.
    """
    if isinstance(indexed, numpy.ndarray):
        return value
    if isinstance(value, numpy.ndarray):
        return index_of_numpy(value)
    if isinstance(value, numpy.generic):
        return int(value) if isinstance(value, numpy.bool_) else value.item()  # torch takes a truth value of NumPy's for a number
    if isinstance(value, range):
        value = list(value)
    if value == [] and isinstance(value, list):
        return mindspore.tensor([], mindspore.int64)
    if type(value) in (list, tuple) and any(isinstance(each, numpy.ndarray | numpy.generic) for each in value):
        return type(value)(map(any_index, value))
    return value


def any_bound(value: Any) -> Any:
    """The bound of a slice, or a size: a number of NumPy, or an array or a tensor of one, as a number of Python, also in a list or tuple.

    Anything else stays as it is.
    """
    if type(value) in (list, tuple):
        return type(value)(map(any_bound, value))
    return value.item() if isinstance(value, numpy.ndarray | numpy.generic | Tensor) and value.size == 1 else value


def any_position(value: Any) -> Any:
    """A position: a tensor without dimensions as a number of Python; anything else as it is, also a truth value."""
    is_number = isinstance(value, Tensor) and value.ndim == 0 and value.dtype != mindspore.bool_
    return int(value) if is_number else value

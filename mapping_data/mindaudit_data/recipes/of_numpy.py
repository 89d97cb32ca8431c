"""What NumPy holds, beside an operator of tensors: torch takes its arrays for tensors and its numbers for Python's.

MindSpore 2.7 and newer in graph mode, any version in PyNative mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
import numpy
from mindspore import Tensor

_NUMBERS = "biufc"
"""The kinds of NumPy's dtypes that tensors have: booleans, integers, floating and complex numbers."""


def of_numpy(value: Any) -> Any:
    """An array as a tensor of its dtype, a single number as Python's; anything else as it is, also an array of texts or objects."""
    if isinstance(value, numpy.ndarray) and value.dtype.kind in _NUMBERS:
        return mindspore.tensor(value) if value.ndim else value.item()
    if isinstance(value, numpy.generic):
        return value.item()
    return value


def with_tensors(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What an elementwise function of NumPy gives; of tensors a tensor, as in torch, whose dtype has no booleans: uint8 stands for them."""
    found = function(*map(_as_array, args), **{key: _as_array(value) for key, value in kwargs.items()})
    if not any(isinstance(each, Tensor) for each in (*args, *kwargs.values())):
        return found
    array = numpy.asarray(found)
    return mindspore.tensor(array.astype(numpy.uint8) if array.dtype == bool else array)


def _as_array(value: Any) -> Any:
    return value.asnumpy() if isinstance(value, Tensor) else value


def of_numpy_beside(value: Any, *others: Any) -> Any:
    """As `of_numpy`, if one of those that the other operand is computed from is a tensor; beside arrays the value stays as it is."""
    for other in others:
        if isinstance(other, Tensor):
            return of_numpy(value)
    return value

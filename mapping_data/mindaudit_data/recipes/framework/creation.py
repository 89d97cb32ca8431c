"""torch's functions that make tensors, with torch's parameters: where a tensor lies, and whether it gets gradients, has no effect."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor, mint
from mindspore import from_numpy as from_numpy

from mindaudit_data.recipes import number_ranges

_WITHOUT_EFFECT = ("device", "layout", "requires_grad", "pin_memory", "memory_format", "generator", "out")


def _anywhere(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, to which what has no effect may be passed as well."""

    @functools.wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **{name: value for name, value in kwargs.items() if name not in _WITHOUT_EFFECT})

    return made


def _of_size(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which takes its size as one sequence or as numbers."""

    def sized(*size: Any, **kwargs: Any) -> Any:
        return function(tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else kwargs.pop("size", size), **kwargs)

    return _anywhere(functools.wraps(function)(sized))


empty = _of_size(mint.empty)
ones = _of_size(mint.ones)
rand = _of_size(mint.rand)
randn = _of_size(mint.randn)
zeros = _of_size(mint.zeros)
arange = _anywhere(mint.arange)
empty_like = _anywhere(mint.empty_like)
eye = _anywhere(mint.eye)
full = _anywhere(mint.full)
full_like = _anywhere(mint.full_like)
linspace = _anywhere(number_ranges.linspace)
logspace = _anywhere(number_ranges.logspace)
normal = _anywhere(mint.normal)
ones_like = _anywhere(mint.ones_like)
rand_like = _anywhere(mint.rand_like)
randint = _anywhere(mint.randint)
randint_like = _anywhere(mint.randint_like)
randn_like = _anywhere(mint.randn_like)
randperm = _anywhere(mint.randperm)
tensor = _anywhere(mindspore.tensor)
zeros_like = _anywhere(mint.zeros_like)


@_anywhere
def as_tensor(data: Any, dtype: Any = None) -> Tensor:
    """The tensor itself, or data as a tensor, of that dtype."""
    found = data if isinstance(data, Tensor) else mindspore.tensor(data)
    return found if dtype is None else found.astype(dtype)


asarray = as_tensor

"""torch's functions that make tensors, with torch's parameters: where a tensor lies has no effect, nor in a graph whether it is a leaf."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor
from mindspore import from_numpy as from_numpy

from mindaudit_data.recipes import number_ranges
from mindaudit_data.recipes.default_dtype import get_default_dtype, made_of
from mindaudit_data.recipes.filled import full_of
from mindaudit_data.recipes.no_gradients import as_leaf
from mindaudit_data.recipes.overwritten import given_to
from mindaudit_data.recipes.tensor_from import tensor_from

_PYTHON_TYPES: dict[Any, Any] = {
    bool: mindspore.bool_,
    int: mindspore.int64,
    float: mindspore.float64,
    complex: mindspore.complex128,
}
_WITHOUT_EFFECT = ("device", "layout", "pin_memory", "memory_format", "generator")


def _anywhere(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, to which what has no effect and types of Python may be passed as well."""

    @functools.wraps(function)
    def made(*args: Any, **kwargs: Any) -> Any:
        if "dtype" in kwargs:
            kwargs["dtype"] = _PYTHON_TYPES.get(kwargs["dtype"], kwargs["dtype"])
        out, is_recorded = kwargs.pop("out", None), kwargs.pop("requires_grad", False)
        named = {name: value for name, value in kwargs.items() if name not in _WITHOUT_EFFECT}
        return as_leaf(given_to(out, function(*args, **named)), is_recorded)

    return made


def _of_size(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, which takes its size as one sequence or as numbers."""

    def sized(*size: Any, **kwargs: Any) -> Any:
        return function(tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else kwargs.pop("size", size), **kwargs)

    return _anywhere(functools.wraps(function)(sized))


def _by_default(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that gives floats, which makes those of the default dtype where none is given."""

    @functools.wraps(function)
    def made(*args: Any, dtype: Any = None, **kwargs: Any) -> Any:
        return function(*args, dtype=get_default_dtype() if dtype is None else dtype, **kwargs)

    return made


def _full(size: Any, fill_value: Any, *, dtype: Any = None) -> Tensor:
    return made_of(full_of, (size,) if isinstance(size, int) else tuple(size), fill_value, dtype=dtype)


@_by_default
def _ones(size: Any, *, dtype: Any) -> Tensor:
    return _full(size, 1, dtype=dtype)


@_by_default
def _zeros(size: Any, *, dtype: Any) -> Tensor:
    return _full(size, 0, dtype=dtype)


@_by_default
def _rand(size: Any, *, dtype: Any) -> Tensor:
    return mindspore.ops.rand(*size, dtype=dtype)


@_by_default
def _randn(size: Any, *, dtype: Any) -> Tensor:
    return mindspore.ops.randn(*size, dtype=dtype)


empty = _of_size(_by_default(mindspore.mint.empty))
ones = _of_size(_ones)
rand = _of_size(_rand)
randn = _of_size(_randn)
zeros = _of_size(_zeros)
arange = _anywhere(functools.partial(made_of, mindspore.ops.arange))
as_tensor = asarray = _anywhere(functools.partial(made_of, tensor_from))
empty_like = _anywhere(mindspore.mint.empty_like)
eye = _anywhere(_by_default(mindspore.mint.eye))
full = _anywhere(_full)
full_like = _anywhere(mindspore.ops.full_like)
linspace = _anywhere(_by_default(number_ranges.linspace))
logspace = _anywhere(_by_default(number_ranges.logspace))
ones_like = _anywhere(mindspore.ops.ones_like)
rand_like = _anywhere(mindspore.ops.rand_like)
randn_like = _anywhere(mindspore.ops.randn_like)
tensor = _anywhere(functools.partial(made_of, mindspore.tensor))
zeros_like = _anywhere(mindspore.ops.zeros_like)


@_anywhere
def randperm(n: int, *, dtype: Any = None) -> Tensor:
    """The numbers below n in an order that is drawn anew each time; mindspore.ops.randperm draws the same one on CPU."""
    return mindspore.ops.shuffle(mindspore.ops.arange(n)).astype(dtype or mindspore.int64)


@_anywhere
def randint(low: int, high: Any, size: Any = None, *, dtype: Any = mindspore.int64) -> Tensor:
    """Random integers below `high`, from `low` on, or below the only number."""
    low, high, size = (0, low, high) if size is None else (low, high, size)
    return mindspore.ops.randint(low, high, tuple(size)).astype(dtype)

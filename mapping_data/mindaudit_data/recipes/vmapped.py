"""`torch.vmap` of any callable: MindSpore's `vmap` takes functions and Cells only.

MindSpore 2.7 and newer, PyNative mode; the graph compiler gets the function.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import mindspore
from mindspore import nn


def vmapped(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0) -> Callable[..., Any]:
    """The function for batches; of a partial object its function, of another object what it does when it is called."""
    return mindspore.vmap(_as_function(func), in_dims, out_dims)


def _as_function(func: Any) -> Any:
    if isinstance(func, functools.partial):
        inner, held, keywords = _as_function(func.func), func.args, func.keywords

        def called(*args: Any) -> Any:
            return inner(*held, *args, **keywords)

        return called
    if isinstance(func, FunctionType | BuiltinFunctionType | MethodType | type | nn.Cell) or not callable(func):
        return func
    return getattr(func, "__call__", func)  # noqa: B004 - the method itself, which the compiler can read

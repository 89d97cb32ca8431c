"""`torch.library`: registrations for torch's dispatcher.

Nothing is dispatched here: an operator of a library is called by its recipe, or raises where it is called (`torch.ops`). So what is
registered for it has no effect. An operator made of a Python function is that function, and gradients are those of what it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

from mindaudit_data.recipes.unchanged import unchanged

P = ParamSpec("P")
T = TypeVar("T")


class Library:
    """The registrations of one namespace."""

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        self.ns = ns

    def define(self, schema: str, *args: Any, **kwargs: Any) -> str:
        """The name of an operator that is declared."""
        return schema.partition("(")[0]

    def impl(self, op_name: str, fn: Callable[..., Any], dispatch_key: str = "", **kwargs: Any) -> None:
        """Registers nothing."""


def register_autograd(op: Any, backward: Callable[..., Any], /, **kwargs: Any) -> None:
    """Registers nothing."""


def register_fake(op: Any, func: T | None = None, /, **kwargs: Any) -> T | Callable[[T], T]:
    """The function, or a decorator that gives it back: what a tracer would call."""
    return func if func is not None else lambda function: function


def register_autocast(op: Any, device_type: str, cast_inputs: Any, /, **kwargs: Any) -> None:
    """Registers nothing."""


class CustomOpDef(Generic[P, T]):
    """An operator made of a Python function: calling it calls that function."""

    def __init__(self, function: Callable[P, T]) -> None:
        self._function = function
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function gives."""
        return self._function(*args, **kwargs)

    def register_fake(self, fn: Any = None, /) -> Any:
        """Registers nothing; the function, or a decorator that gives it back."""
        return fn if fn is not None else unchanged

    def register_kernel(self, device_types: Any, fn: Any = None, /) -> Any:
        """Registers nothing; the function, or a decorator that gives it back."""
        return fn if fn is not None else unchanged

    def register_autograd(self, backward: Callable[..., Any], /, **kwargs: Any) -> None:
        """Registers nothing."""

    register_vmap = register_torch_dispatch = register_kernel


def custom_op(name: str, fn: Callable[P, T] | None = None, /, **kwargs: Any) -> Any:
    """The function as an operator, or a decorator that makes one."""
    return CustomOpDef if fn is None else CustomOpDef(fn)


triton_op = custom_op


def register_kernel(op: Any, device_types: Any, func: Any = None, /, **kwargs: Any) -> Any:
    """The function, or a decorator that gives it back; the third argument may be a dispatch key."""
    return func if callable(func) else unchanged


impl = register_vmap = register_torch_dispatch = register_kernel


def impl_abstract(qualname: str, func: T | None = None, **kwargs: Any) -> T | Callable[[T], T]:
    """The older name of `register_fake`."""
    return func if func is not None else lambda function: function


def define(qualname: str, schema: Any = None, **kwargs: Any) -> Any:
    """Registers nothing; a decorator where no schema is given."""
    return unchanged if schema is None else None


def opcheck(*args: Any, **kwargs: Any) -> dict[str, str]:
    """Nothing is checked: nothing is registered."""
    return {}


def wrap_triton(triton_kernel: T, /) -> T:
    """What it gets."""
    return triton_kernel

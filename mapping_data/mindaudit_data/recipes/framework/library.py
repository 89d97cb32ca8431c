"""`torch.library`: operators that a program registers.

An operator made of a Python function is that function, here and under `torch.ops`, and its gradients are those of what it calls: what is
registered for tracers, for autograd and for vmap has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar

from mindaudit_data.recipes.framework import ops
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

    def impl(self, op_name: Any, fn: Callable[..., Any], dispatch_key: str = "", **kwargs: Any) -> None:
        """Keeps the function for that dispatch key."""
        name = str(op_name).replace(".", "::", 1) if not isinstance(op_name, str) else op_name
        ops.register(name if "::" in name else f"{self.ns}::{name}", dispatch_key, fn)


def register_autograd(op: Any, backward: Callable[..., Any], /, **kwargs: Any) -> None:
    """Registers nothing."""


def register_fake(op: Any, func: Any = None, **kwargs: Any) -> Any:
    """Registers nothing; the function, or a decorator that gives it back."""
    return unchanged if func is None else func


impl_abstract = register_vmap = register_fake


def register_torch_dispatch(op: Any, torch_dispatch_class: Any, func: Any = None, /, **kwargs: Any) -> Any:
    """Registers nothing; the function, or a decorator that gives it back."""
    return unchanged if func is None else func


def register_autocast(op: Any, device_type: str, cast_inputs: Any, /, **kwargs: Any) -> None:
    """Registers nothing."""


class CustomOpDef(Generic[P, T]):
    """An operator made of a Python function: calling it calls that function."""

    def __init__(self, name: str, function: Callable[P, T]) -> None:
        self._name = name
        self._function = function
        update_wrapper(self, function)
        ops.register(name, "", self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function gives."""
        return self._function(*args, **kwargs)

    def register_fake(self, fn: Any = None, /) -> Any:
        """Registers nothing; the function, or a decorator that gives it back."""
        return unchanged if fn is None else fn

    register_vmap = register_fake

    def register_kernel(self, device_types: Any, fn: Any = None, /) -> Any:
        """Registers nothing; the function, or a decorator that gives it back."""
        return unchanged if fn is None else fn

    register_torch_dispatch = register_kernel

    def register_autograd(self, backward: Callable[..., Any], /, **kwargs: Any) -> None:
        """Registers nothing."""


def custom_op(name: str, fn: Callable[P, T] | None = None, /, **kwargs: Any) -> Any:
    """The function as an operator, or a decorator that makes one."""
    return partial(CustomOpDef, name) if fn is None else CustomOpDef(name, fn)


triton_op = custom_op


def impl(qualname: Any, types: Any, func: Any = None, /, **kwargs: Any) -> Any:
    """Keeps a function as an operator for devices or a dispatch key, or gives a decorator that does.

    In its older form it takes a library, the operator's name in it and a dispatch key.
    """
    keys = (types,) if isinstance(types, str) else tuple(types or ("",))
    if isinstance(qualname, Library):
        qualname, keys, func = f"{qualname.ns}::{types}", (func or "",), None

    def registered(function: Callable[..., T]) -> Callable[..., T]:
        for key in keys:
            ops.register(getattr(qualname, "_name", qualname), "" if key == "default" else key, function)
        return function

    return registered if func is None else registered(func)


register_kernel = impl


def define(qualname: str, schema: Any = None, **kwargs: Any) -> Any:
    """Registers nothing; a decorator where no schema is given."""
    return unchanged if schema is None else None


def opcheck(*args: Any, **kwargs: Any) -> dict[str, str]:
    """Nothing is checked: nothing is registered."""
    return {}


def wrap_triton(triton_kernel: T, /) -> T:
    """What it gets."""
    return triton_kernel

"""`functools.wraps` for graphs, which compile what is wrapped and pass over the wrapper.

MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from mindaudit_data.recipes.scope import compiled_as

F = TypeVar("F", bound=Callable[..., Any])

_ASSIGNED = tuple(name for name in functools.WRAPPER_ASSIGNMENTS if name != "__module__")
"""Where a function is defined, graphs look for the names that it reads: a wrapper stays where it is."""


def wrapper_of(function: Callable[..., Any]) -> Callable[[F], F]:
    """A decorator: the wrapper gets the name, texts and signature of the function, and graphs compile the wrapper."""

    def decorated(wrapper: F) -> F:
        signature = _signature(function, wrapper)
        functools.update_wrapper(wrapper, function, _ASSIGNED)
        del wrapper.__wrapped__  # type: ignore[attr-defined]
        wrapper.__signature__ = signature  # type: ignore[attr-defined]
        is_method = next(iter(signature.parameters), "") == "self"
        return _with_self(wrapper) if is_method and not wrapper.__code__.co_argcount else wrapper

    return decorated


def _signature(function: Callable[..., Any], wrapper: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(function)
    except ValueError:  # of a function in C nobody knows it
        return inspect.signature(wrapper)


def _with_self(wrapper: F) -> F:
    """A wrapper of a method that gets its object among other arguments, where graphs do not look for it."""

    def form(self: Any, *args: Any, **kwargs: Any) -> Any:
        return wrapper(self, *args, **kwargs)

    @functools.wraps(wrapper)
    def called(*args: Any, **kwargs: Any) -> Any:
        return wrapper(*args, **kwargs)

    return compiled_as(form)(called)  # type: ignore[return-value]

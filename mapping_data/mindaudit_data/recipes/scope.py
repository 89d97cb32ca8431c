"""Context managers that graphs take, too: classes under `jit_class`, whose methods a graph compiles in another form.

MindSpore 2.7 and newer in graph mode, any version in PyNative mode.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import mindspore

F = TypeVar("F", bound=Callable[..., Any])


def compiled_as(form: Callable[..., Any]) -> Callable[[F], F]:
    """A decorator: Python runs the function, and a graph compiles `form` in its place, since it reads the source of what is wrapped."""

    def with_form(function: F) -> F:
        function.__wrapped__ = form  # type: ignore[attr-defined]
        return function

    return with_form


def _entered(self: Any) -> None:
    return None


def _left(self: Any, kind: Any, error: Any, trace: Any) -> None:
    return None


@mindspore.jit_class
class Scope:
    """A scope, or a decorator, that PyNative mode enters and leaves by `enter` and `leave`, and that changes nothing in a graph."""

    def enter(self) -> Any:
        """What happens at the beginning."""
        return self

    def leave(self) -> None:
        """What happens at the end, also after an error."""

    @compiled_as(_entered)
    def __enter__(self) -> Any:
        """What `enter` gives."""
        return self.enter()

    @compiled_as(_left)
    def __exit__(self, *_: Any) -> None:
        """Leaves the scope; an error goes on."""
        self.leave()

    def __call__(self, function: Any) -> Any:
        """The function, each call of which is a scope."""

        @functools.wraps(function)
        def scoped(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return scoped

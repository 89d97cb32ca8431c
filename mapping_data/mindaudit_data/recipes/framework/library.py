"""`torch.library`: registrations for torch's dispatcher.

Nothing is dispatched here: an operator of a library is called by its recipe, or raises where it is called (`torch.ops`). So what is
registered for it has no effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

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

"""Operators of MindSpore's that a program gets in another form. PyNative mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Operator = Callable[..., Any]


def replace_operator(owner: Any, name: str, made: Callable[[Operator], Operator]) -> None:
    """From now on an operator of a module or class is what `made` makes of it; nothing happens where there is no such operator."""
    if hasattr(owner, name):
        setattr(owner, name, made(getattr(owner, name)))

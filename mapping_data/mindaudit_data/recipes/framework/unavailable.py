"""Answers of parts of torch that are not there: what asks for them hears no, and what sets them does nothing."""

from __future__ import annotations

from typing import Any


def no(*_: Any, **__: Any) -> bool:
    """False."""
    return False


def zero(*_: Any, **__: Any) -> int:
    """0."""
    return 0


def one(*_: Any, **__: Any) -> int:
    """1."""
    return 1


def nothing(*_: Any, **__: Any) -> None:
    """None."""

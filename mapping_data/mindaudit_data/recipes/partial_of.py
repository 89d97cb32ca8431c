"""`functools.partial` for graphs, which leave the call of such an object to Python, so that no gradient flows through it.

MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def partial_of(func: Callable[..., Any], *args: Any, **keywords: Any) -> Callable[..., Any]:
    """A function that calls another one with these arguments in front of its own; its own keywords go before them."""

    def called(*more: Any, **others: Any) -> Any:
        left = {name: value for name, value in keywords.items() if name not in others}
        return func(*args, *more, **left, **others)

    called.func, called.args, called.keywords = func, args, keywords  # type: ignore[attr-defined]
    return called

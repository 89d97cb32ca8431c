"""`torch._assert` and `torch._check`.

Any MindSpore version, PyNative mode; graph compilation takes plain `assert` on constants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def require(condition: Any, message: str | Callable[[], str] | None = None) -> None:
    """Raises AssertionError with the message, or with what it gives, unless the condition holds."""
    if not bool(condition):
        raise AssertionError(message() if callable(message) else message)

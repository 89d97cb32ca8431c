"""Scopes that only steer torch itself: its choice of kernels, its casts of single statements, the device that is current.

Any MindSpore version, PyNative mode; graph compilation takes no `with`. Exact where nothing is left to steer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_scope() -> Iterator[None]:
    """A scope, or with its parentheses a decorator, that changes nothing."""
    yield

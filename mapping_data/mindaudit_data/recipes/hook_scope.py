"""The handle of a hook as a context manager, which torch's handles are and MindSpore's are not.

Any MindSpore version, PyNative mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any


def hook_scope(handle: Any) -> AbstractContextManager[Any]:
    """A scope at whose end the hook is removed; what is a context manager stays what it is."""
    return handle if hasattr(handle, "__enter__") else _removed_behind(handle)


@contextmanager
def _removed_behind(handle: Any) -> Iterator[Any]:
    try:
        yield handle
    finally:
        handle.remove()

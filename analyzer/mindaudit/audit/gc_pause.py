"""Pauses the garbage collector during steps that make many objects and free few."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection: facts, values and results hold no reference cycles and live until the end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.freeze()  # else the first collection afterwards goes through everything that was made
            gc.enable()

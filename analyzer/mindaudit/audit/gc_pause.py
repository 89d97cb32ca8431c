"""Pauses the garbage collector during steps that create many objects and free few."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(kept: bool = True) -> Iterator[None]:
    """Pause garbage collection: facts, values and results have no reference cycles and are needed until the end.

    What is made and not `kept` is collected afterwards, as usual.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects and kept:
            gc.freeze()  # else the first collection afterwards goes through everything that was made
        if collects:
            gc.enable()

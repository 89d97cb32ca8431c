"""The garbage collector, out of the way of steps that make much and let go of little."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage collection meanwhile, for facts, values and results, which hold no cycles and live until the end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.freeze()  # else the first collection afterwards goes through everything that was made
            gc.enable()

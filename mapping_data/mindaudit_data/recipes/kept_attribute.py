"""An attribute that a graph writes, too, read as it was when the graph was compiled.

A function that writes an attribute reads it while it runs, and the compiler then knows neither its shape nor whether it is None; a test of
that decides nothing. Read by another function, it is a constant. MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from typing import Any


def kept_attribute(owner: Any, name: str) -> Any:
    """The attribute of an object; None where it has none yet."""
    return getattr(owner, name, None)

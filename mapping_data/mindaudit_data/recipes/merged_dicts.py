"""`{**a, "b": c}` for graphs, which give such a display no usable values.

MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merged_dicts(*parts: Mapping[Any, Any]) -> dict[Any, Any]:
    """A new dict with the items of all parts; of equal keys the last part counts."""
    found: dict[Any, Any] = {}
    for part in parts:
        found.update(part)
    return found

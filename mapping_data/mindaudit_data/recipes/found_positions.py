"""Positions through which elements are stored, of which there may be none. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def found_positions(index: Any) -> Any:
    """The index; an empty slice for a tensor of no positions: MindSpore's CPU raises an error there, torch stores nothing."""
    return slice(0, 0) if isinstance(index, Tensor) and index.ndim == 1 and not index.size else index

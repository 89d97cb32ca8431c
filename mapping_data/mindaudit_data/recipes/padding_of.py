"""What torch's `padding` of a convolution holds; MindSpore's layers keep one width for all sides, or one a side.

MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from typing import Any

from mindspore import nn


def padding_of(layer: nn.Cell) -> Any:
    """One width per dimension, or "same" or "valid"; layers that keep torch's own answer as they are."""
    mode = getattr(layer, "pad_mode", "")
    if mode in ("same", "valid"):
        return mode
    if mode == "":
        return layer.padding
    dims = len(layer.kernel_size)
    sides = layer.padding
    widths = (sides,) * dims if isinstance(sides, int) else sides[::2]
    return widths[-1:] if isinstance(layer, nn.Conv1d) else widths

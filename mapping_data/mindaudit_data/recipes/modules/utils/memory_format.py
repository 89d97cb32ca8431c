"""`torch.nn.utils.convert_conv2d_weight_memory_format` and its twin."""

from __future__ import annotations

from typing import Any


def convert_conv2d_weight_memory_format(module: Any, memory_format: Any) -> Any:
    """The module itself: MindSpore chooses the layout of weights."""
    return module


convert_conv3d_weight_memory_format = convert_conv2d_weight_memory_format

"""Numbers in formats, which MindSpore's tensors do not take."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def plain_number(value: Any) -> Any:
    """The number that a tensor of one element holds; anything else as it is."""
    return value.item() if isinstance(value, Tensor) and value.size == 1 else value

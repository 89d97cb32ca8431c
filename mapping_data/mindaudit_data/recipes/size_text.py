"""The texts of shapes as torch writes them: "torch.Size([2, 3])". MindSpore's shapes are plain tuples. PyNative mode."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def size_text(shape: Any) -> Any:
    """The text of a shape; anything else as it is."""
    return f"torch.Size({list(shape)})" if isinstance(shape, tuple) else shape


def shape_text(x: Any) -> Any:
    """The text of a tensor's shape; of any other object, such as an array, its shape as it is."""
    return size_text(x.shape) if isinstance(x, Tensor) else x.shape

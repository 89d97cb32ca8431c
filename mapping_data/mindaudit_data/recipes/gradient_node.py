"""`Tensor.grad_fn` and `Tensor.is_leaf`. PyNative mode, MindSpore 2.9 and newer; the node's name is not documented by MindSpore."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


def gradient_node(tensor: Any) -> Any:
    """The recorded operation that made a tensor, with `register_hook` as in torch; None for a leaf. Another object's own attribute."""
    if not isinstance(tensor, Tensor):
        return tensor.grad_fn
    return None if tensor._is_leaf else tensor._grad_node


def is_leaf(tensor: Any) -> bool:
    """Whether no recorded operation made a tensor. Another object's own attribute."""
    return gradient_node(tensor) is None if isinstance(tensor, Tensor) else tensor.is_leaf

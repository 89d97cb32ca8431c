"""`Tensor.grad_fn` and `Tensor.is_leaf`. PyNative mode, MindSpore 2.9 and newer; the node's name is not documented by MindSpore."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.recorded_paths import node_of


class GradientNode:
    """A recorded operation. MindSpore makes an object anew at each reading: those of one operation are equal, and keys of a dict.

    All else is that object's: `name`, `register_hook`.
    """

    def __init__(self, node: Any) -> None:
        self._node = node

    @property
    def next_functions(self) -> tuple[tuple[GradientNode | None, int], ...]:
        """The operations that made what went into it, each with the number of its result."""
        return tuple([(None if node is None else GradientNode(node), place) for node, place in self._node.next_functions])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GradientNode) and self._node._unique_id() == other._node._unique_id()

    def __hash__(self) -> int:
        return hash(self._node._unique_id())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._node, name)


def gradient_node(tensor: Any) -> Any:
    """The recorded operation that made a tensor, with `register_hook` as in torch; None for a leaf. Another object's own attribute."""
    if not isinstance(tensor, Tensor):
        return tensor.grad_fn
    return None if tensor._is_leaf else GradientNode(node_of(tensor))


def is_leaf(tensor: Any) -> bool:
    """Whether no recorded operation made a tensor. Another object's own attribute."""
    return bool(tensor._is_leaf) if isinstance(tensor, Tensor) else tensor.is_leaf

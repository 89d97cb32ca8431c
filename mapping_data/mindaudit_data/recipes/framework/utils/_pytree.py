"""`torch.utils._pytree`: nested tuples, lists and dicts as flat lists of their leaves, and back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple


class TreeSpec(NamedTuple):
    """How leaves were nested: the kind of container, its keys, and what it contains."""

    type: Any
    context: Any
    children_specs: tuple[Any, ...]

    @property
    def num_leaves(self) -> int:
        """The number of leaves."""
        return 1 if self.type is None else sum(child.num_leaves for child in self.children_specs)


LeafSpec = TreeSpec


def _children(tree: Any) -> tuple[Any, Sequence[Any]] | None:
    """The keys and values of a container; None for a leaf."""
    if isinstance(tree, (dict, OrderedDict)):
        return tuple(tree), list(tree.values())
    return (None, list(tree)) if isinstance(tree, (tuple, list)) else None


def tree_flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], TreeSpec]:
    """The leaves in order, and how they were nested."""
    found = None if is_leaf is not None and is_leaf(tree) else _children(tree)
    if found is None:
        return [tree], TreeSpec(None, None, ())
    keys, values = found
    parts = [tree_flatten(value, is_leaf) for value in values]
    return [leaf for leaves, _ in parts for leaf in leaves], TreeSpec(type(tree), keys, tuple(spec for _, spec in parts))


def tree_unflatten(leaves: Any, treespec: TreeSpec) -> Any:
    """The leaves, nested as they were. Raises ValueError if their number differs."""
    left = list(leaves)
    if len(left) != treespec.num_leaves:
        raise ValueError(f"{len(left)} leaves for a tree of {treespec.num_leaves}")
    return _nested(iter(left), treespec)


def _nested(leaves: Any, spec: TreeSpec) -> Any:
    if spec.type is None:
        return next(leaves)
    values = [_nested(leaves, child) for child in spec.children_specs]
    if spec.context is not None:
        return spec.type(zip(spec.context, values, strict=True))
    return spec.type(*values) if hasattr(spec.type, "_fields") else spec.type(values)


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """The tree with the function's results for its leaves, and for those of further trees of the same form."""
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [tree_flatten(rest, is_leaf)[0] for rest in rests]
    return tree_unflatten([func(*each) for each in zip(leaves, *others, strict=True)], spec)


def tree_map_only(kind: Any, func: Callable[[Any], Any], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """The tree with the function's results for those of its leaves that are instances of `kind`."""
    return tree_map(lambda leaf: func(leaf) if isinstance(leaf, kind) else leaf, tree, is_leaf=is_leaf)


def tree_leaves(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> list[Any]:
    """The leaves in order."""
    return tree_flatten(tree, is_leaf)[0]


def register_pytree_node(*_: Any, **__: Any) -> None:
    """Nothing: classes of one's own are leaves."""


_register_pytree_node = register_pytree_node

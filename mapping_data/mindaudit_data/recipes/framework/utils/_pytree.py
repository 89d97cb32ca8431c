"""`torch.utils._pytree`: nested tuples, lists and dicts as flat lists of their leaves, and back."""

from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

PyTree = Any


class TreeSpec(NamedTuple):
    """How leaves were nested: the kind of container, what else it is made of, such as its keys, and what it contains."""

    type: Any
    context: Any
    children_specs: Sequence[Any]

    @property
    def num_leaves(self) -> int:
        """The number of leaves."""
        return 1 if self.type is None else sum(child.num_leaves for child in self.children_specs)

    def is_leaf(self) -> bool:
        """Whether it stands for a leaf."""
        return self.type is None


class LeafSpec(TreeSpec):
    """A leaf."""

    def __new__(cls) -> LeafSpec:
        """No container."""
        return super().__new__(cls, None, None, ())


class NodeDef(NamedTuple):
    """How containers of a type come apart, into values and what else they are made of, and are put together again."""

    type: Any
    flatten_fn: Callable[[Any], tuple[Sequence[Any], Any]]
    unflatten_fn: Callable[[Sequence[Any], Any], Any]


SUPPORTED_NODES: dict[Any, NodeDef] = {}


def register_pytree_node(
    cls: Any, flatten_fn: Callable[[Any], tuple[Sequence[Any], Any]], unflatten_fn: Callable[[Sequence[Any], Any], Any], **_: Any
) -> None:
    """Objects of a class are containers from now on. Raises ValueError if they are."""
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn)


_register_pytree_node = register_pytree_node
register_pytree_node(dict, lambda tree: (list(tree.values()), list(tree)), lambda values, keys: dict(zip(keys, values, strict=True)))
register_pytree_node(
    OrderedDict, lambda tree: (list(tree.values()), list(tree)), lambda values, keys: OrderedDict(zip(keys, values, strict=True))
)
register_pytree_node(list, lambda tree: (tree, None), lambda values, _: list(values))
register_pytree_node(tuple, lambda tree: (list(tree), None), lambda values, _: tuple(values))
register_pytree_node(namedtuple, lambda tree: (list(tree), type(tree)), lambda values, kind: kind(*values))
register_pytree_node(deque, lambda tree: (list(tree), tree.maxlen), lambda values, size: deque(values, maxlen=size))
register_pytree_node(
    defaultdict,
    lambda tree: (list(tree.values()), (tree.default_factory, list(tree))),
    lambda values, context: defaultdict(context[0], zip(context[1], values, strict=True)),
)


def _get_node_type(tree: Any) -> Any:
    """The type by which a container is known; all named tuples have one."""
    return namedtuple if isinstance(tree, tuple) and hasattr(tree, "_fields") else type(tree)


def _is_leaf(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    return (is_leaf is not None and is_leaf(tree)) or _get_node_type(tree) not in SUPPORTED_NODES


def tree_flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], TreeSpec]:
    """The leaves in order, and how they were nested."""
    if _is_leaf(tree, is_leaf):
        return [tree], LeafSpec()
    kind = _get_node_type(tree)
    values, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    parts = [tree_flatten(value, is_leaf) for value in values]
    return [leaf for leaves, _ in parts for leaf in leaves], TreeSpec(kind, context, [spec for _, spec in parts])


def tree_unflatten(leaves: Any, treespec: TreeSpec) -> Any:
    """The leaves, nested as they were. Raises ValueError if their number differs."""
    left = list(leaves)
    if len(left) != treespec.num_leaves:
        raise ValueError(f"{len(left)} leaves for a tree of {treespec.num_leaves}")
    return _nested(iter(left), treespec)


def _nested(leaves: Any, spec: TreeSpec) -> Any:
    if spec.type is None:
        return next(leaves)
    return SUPPORTED_NODES[spec.type].unflatten_fn([_nested(leaves, child) for child in spec.children_specs], spec.context)


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

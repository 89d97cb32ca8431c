"""The recorded graph, and which results torch would differentiate: MindSpore also records comparisons and positions.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from mindspore import Tensor

_WITHOUT_GRADIENT = re.compile(
    r"(Eq|Equal|Ne|NotEqual|Greater|GreaterEqual|Less|LessEqual)(Scalar|Ext)?|(Arg|Logical|NonZero|OneHot|Is)\w*|ReduceA(ny|ll)\w*"
)
"""The nodes of comparisons, truth values and positions."""
_SEEN_AT_ONCE = 20
"""So many nodes are looked at where it has to be quick."""


def recorded_nodes(roots: Iterable[Any], goes_on: Callable[[Any], bool] = lambda node: True) -> Iterator[Any]:
    """The nodes of the recorded graph, each once; what lies behind one only where `goes_on` tells so."""
    seen: set[int] = set()
    waiting = [root for root in roots if root is not None]
    while waiting:
        node = waiting.pop()
        if node._unique_id() not in seen:
            seen.add(node._unique_id())
            yield node
            waiting += (nodes_behind(node) or ()) if goes_on(node) else ()


def nodes_behind(node: Any) -> list[Any] | None:
    """The nodes that a node leads to; None where a backward has used up the own function that it stands for, or leads to."""
    try:
        return [each for each, _ in node.next_functions if each is not None]
    except RuntimeError:
        return None


def node_of(tensor: Any) -> Any:
    """The recorded operation that made a tensor; None for a leaf, and where a backward has used up the own function that made it."""
    try:
        return tensor._grad_node
    except RuntimeError:
        return None


def _differentiated(node: Any) -> Iterator[Any]:
    """The nodes that a gradient of this one reaches."""
    return recorded_nodes([node], lambda each: not _WITHOUT_GRADIENT.fullmatch(each.name()))


def _is_end(node: Any) -> bool:
    """Whether a node is what is trained, or what lies behind it is known no longer."""
    return bool(node.is_leaf()) or nodes_behind(node) is None


def reaches_leaf(node: Any) -> bool:
    """Whether a node of the recorded graph leads to what is trained by operations that can be differentiated."""
    return any(map(_is_end, _differentiated(node)))


def may_be_differentiated(tensor: Any) -> bool:
    """Whether what a value was computed of is differentiated, as far as that is seen at once: positions and masks are not."""
    if not getattr(tensor, "_requires_grad", False):
        return False
    node = node_of(tensor)
    found = [*islice(_differentiated(node), _SEEN_AT_ONCE)] if node is not None else []
    return len(found) in (0, _SEEN_AT_ONCE) or any(map(_is_end, found))


def is_differentiable(tensor: Tensor) -> bool:
    """Whether a tensor, which is no parameter, is trained itself, or torch would differentiate what it was computed of."""
    is_given_up = vars(tensor).get("requires_grad") is False
    if not tensor._requires_grad or is_given_up or not (tensor.is_floating_point() or tensor.is_complex()):
        return False
    node = node_of(tensor)
    return node is None or reaches_leaf(node)

"""Replaces `setattr` and `getattr` by a name that is or may be "grad" or the like: MindSpore's tensors keep gradients under another one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

_RECIPES: Final = {"setattr": "set_by_name", "getattr": "get_by_name"}
_NAMES: Final = frozenset({"grad", "requires_grad", "is_leaf", "grad_fn"})


def named_gradients(text: str, places: Places) -> Iterator[Change]:
    """The calls as calls of recipes: by such a name, and by unknown names where a text of the file ends with one."""
    tree = parsed(text) if "torch" in text and any(name in text for name in _NAMES) else None
    calls = [node for node in nodes(tree) if isinstance(node, ast.Call)] if tree else []
    named = [node for node in nodes(tree) if isinstance(node, ast.Constant) and _is_gradient(node.value)] if tree else []
    for call in calls if named else ():
        match call:
            case ast.Call(func=ast.Name(id=name) as function, args=[_, key, *_], keywords=[]) if name in _RECIPES:
                if not isinstance(key, ast.Constant) or key.value in _NAMES:
                    start, end = places.span(call)
                    yield Change((start, end), ((places.span(function), _RECIPES[name]), ((end, end), "")), None, _RECIPES[name])


def _is_gradient(value: object) -> bool:
    return isinstance(value, str) and value.rpartition(".")[2] in _NAMES

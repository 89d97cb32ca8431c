"""Tensors that share their memory with an array of NumPy's, which is read after a change in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.model import Span
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.containers import Function


def shares_array(name: str, change: Span, function: Function, places: Places) -> bool:
    """Whether a function reads an array behind a change of the tensor of a name that was made of the array, or gave it."""
    arrays = {array for node in ast.walk(function) for array in _arrays(node, name)}
    reads = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id in arrays and isinstance(node.ctx, ast.Load))
    return any(places.span(node)[0] >= change[1] for node in reads)


def _arrays(node: ast.AST, name: str) -> Iterator[str]:
    """The name of the array in `name = torch.from_numpy(array)` and in `array = name.numpy()`."""
    match node:
        case ast.Assign(targets=[ast.Name(id=bound)], value=ast.Call(func=ast.Attribute(attr="from_numpy"), args=[ast.Name(id=array)])):
            if bound == name:
                yield array
        case ast.Assign(targets=[ast.Name(id=array)], value=ast.Call(func=ast.Attribute(attr="numpy", value=tensor))):
            if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(tensor)):
                yield array

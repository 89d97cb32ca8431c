"""Reads of `x.grad` of unknown x, and assignments to it, by recipes that ask at run time: MindSpore's tensors have no such attribute.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.model import Usage
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes

_RECIPE: Final = "any_gradient"
_SETTER: Final = "set_gradient"


def unsure_gradients(usages: Iterable[Usage], mended: Iterable[Change], places: Places) -> Iterator[Change]:
    """`x.grad` of which no usage tells as `any_gradient(x)`, and `x.grad = y` as `set_gradient(x, y)` unless it is `mended` already."""
    told = {*(usage.span for usage in usages), *(change.span for change in mended)}
    called = {node.func for node in nodes(places.tree) if isinstance(node, ast.Call)}
    for node in nodes(places.tree) if not _has_own(places.tree) else ():
        match node:
            case ast.Attribute(value=owner, attr="grad", ctx=ast.Load()) if node not in called and not is_own(owner):
                (start, end), owned = places.span(node), places.span(owner)
                if (start, end) not in told and owned[0] == start and not places.begins_with_import(owned):
                    yield Change((start, end), (((start, start), f"{_RECIPE}("), ((owned[1], end), ")")), None, _RECIPE)
            case ast.Assign(targets=[ast.Attribute(value=owner, attr="grad") as target]) if not is_own(owner):
                (start, end), owned = places.span(node), places.span(owner)
                if told.isdisjoint(((start, end), places.span(target))) and owned[0] == start:
                    equals = places.text.index("=", owned[1])
                    pieces = ((start, start), f"{_SETTER}("), ((owned[1], equals + 1), ","), ((end, end), ")")
                    yield Change((start, end), pieces, None, _SETTER)


def _has_own(tree: ast.Module) -> bool:
    """Whether a class of the file sets or defines the attribute in its body."""
    bodies = (each for node in nodes(tree) if isinstance(node, ast.ClassDef) for each in node.body)
    return any(getattr(each, "name", "") == "grad" or (isinstance(each, ast.Assign) and _is_set(each)) for each in bodies)


def _is_set(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "grad" for target in node.targets)

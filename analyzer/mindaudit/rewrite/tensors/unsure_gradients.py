"""Reads of `x.grad` of unknown x, and assignments to it, by recipes that ask at run time: MindSpore's tensors have no such attribute.

PyNative mode.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from mindaudit.model import Span, Usage
from mindaudit.rewrite.tensors.gradient_state import sets_gradients, stored
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes

KEPT_SINCE: Final = "2.8"
"""The first release whose engine leaves gradients in tensors, as the rows of `torch.Tensor.grad` say."""
DIFFERENTIATE: Final = "any_backward"
_RECIPE: Final = "any_gradient"
_SETTER: Final = "set_gradient"
_MARKER: Final = "recorded"


def unsure_gradients(usages: Iterable[Usage], mended: Iterable[Change], places: Places) -> Iterator[Change]:
    """`x.grad` of which no usage tells as `any_gradient(x)`, `x.grad = y` as `set_gradient(x, y)`, unless it is `mended` already.

    So does `x.requires_grad = True` become `recorded(x, True)`, but for the variables of loops over parameters.
    `x.grad, = y` becomes `set_gradient(x, *y)` and `x.grad, z.grad = y` `[*map(set_gradient, (x, z), y)]`, of known tensors, too.
    `x.is_sparse`, which own optimizers ask of gradients, is False of what has no such attribute, as MindSpore's tensors.
    """
    told = {*(usage.span for usage in usages), *(change.span for change in mended)}
    called = {node.func for node in nodes(places.tree) if isinstance(node, ast.Call)}
    looped = {
        name for node in nodes(places.tree) if isinstance(node, ast.For) and _goes_over_parameters(node) for name in _names(node.target)
    }
    for node in nodes(places.tree) if not _has_own(places.tree) else ():
        match node:
            case ast.Attribute(value=owner, attr="grad", ctx=ast.Load()) if node not in called and not is_own(owner):
                (start, end), owned = places.span(node), places.span(owner)
                if (start, end) not in told and owned[0] == start and not places.begins_with_import(owned):
                    yield Change((start, end), (((start, start), f"{_RECIPE}("), ((owned[1], end), ")")), None, _RECIPE)
            case ast.Attribute(value=owner, attr="is_sparse", ctx=ast.Load()) if not is_own(owner):
                (start, end), owned = places.span(node), places.span(owner)
                if (start, end) not in told and owned[0] == start:
                    yield Change((start, end), (((start, start), "getattr("), ((owned[1], end), ', "is_sparse", False)')))
            case ast.Assign() if sets_gradients(node):
                yield from _set(node, _SETTER, told, places)
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value) if all(map(_is_gradient, targets)):
                yield from _unpacked(node, targets, places) if not isinstance(value, ast.Tuple) else ()
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="requires_grad")], value=ast.Constant(True)
            ):
                yield from _set(node, _MARKER, told, places) if looped.isdisjoint(_names(owner)) else ()


def _set(node: ast.Assign, setter: str, told: set[Span], places: Places) -> Iterator[Change]:
    """An assignment to attributes as a call of a recipe with the object and the value."""
    owners = [target.value for target in node.targets if isinstance(target, ast.Attribute)]
    targets, (start, end) = [*map(places.span, node.targets)], places.span(node)
    if told.isdisjoint(((start, end), *targets)) and places.span(owners[0])[0] == start and not any(map(is_own, owners)):
        yield stored(places.text, targets, (start, end), setter)


def _is_gradient(target: ast.expr) -> bool:
    """Whether a target is the attribute `grad` of anything but an own object."""
    return isinstance(target, ast.Attribute) and target.attr == "grad" and not is_own(target.value)


def _unpacked(node: ast.Assign, targets: list[ast.expr], places: Places) -> Iterator[Change]:
    """`x.grad, = y` as `set_gradient(x, *y)`, and several by `map`."""
    (start, end), owners = places.span(node), [places.span(each.value) for each in targets if isinstance(each, ast.Attribute)]
    value = places.text.index("=", places.span(targets[-1])[1]) + 1
    while places.text[value].isspace():
        value += 1
    first, last = (start, owners[0][0]), (owners[-1][1], value)
    between = [((left, right), ", ") for (_, left), (right, _) in pairwise(owners)]
    if between:
        pieces = ((first, f"[*map({_SETTER}, ("), *between, (last, "), "), ((end, end), ")]"))
    else:
        pieces = ((first, f"{_SETTER}("), (last, ", *"), ((end, end), ")"))
    yield Change((start, end), pieces, None, _SETTER)


def _goes_over_parameters(loop: ast.For) -> bool:
    return "param" in ast.unparse(loop.iter).lower()


def _is_named(owner: ast.expr) -> bool:
    """Whether an expression is a name or an attribute."""
    return isinstance(owner, ast.Name | ast.Attribute)


def _names(target: ast.expr) -> Iterator[str]:
    yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _has_own(tree: ast.Module) -> bool:
    """Whether a class of the file sets or defines the attribute in its body."""
    bodies = (each for node in nodes(tree) if isinstance(node, ast.ClassDef) for each in node.body)
    return any(getattr(each, "name", "") == "grad" or (isinstance(each, ast.Assign) and _is_set(each)) for each in bodies)


def _is_set(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "grad" for target in node.targets)

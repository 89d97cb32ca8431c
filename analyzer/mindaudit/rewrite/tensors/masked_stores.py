"""Replaces assignments through masks.

- That of a number through `...` and a mask of several dimensions becomes `masked_fill` and an assignment to the whole.
- In graph mode `x[mask] = y[mask]` becomes `x = where(mask, y, x)`, and `x[mask] += 1` becomes `x = where(mask, x + 1, x)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import MOVED, Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed, scopes

CODE = "MA515"
SELECTED = "MA420"
LENGTH = "MA203"


def masked_stores(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`x[..., mask] = 0` as `x[:] = x.masked_fill(mask, 0)`: both lay the mask on the last dimensions."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Assign(
                targets=[ast.Subscript(value=ast.Name(owner), slice=ast.Tuple(elts=[ast.Constant(value=first), mask])) as target]
            ) if first is ... and (hazard := told.get(places.span(target))) and _is_number(node.value):
                (start, end), value = places.span(target), places.span(node.value)
                filled = f"{owner}.masked_fill({MOVED}, {text[slice(*value)]})"
                pieces = (((start + len(owner), end), "[:]"), (value, filled))
                yield Change((start, value[1]), pieces, hazard, moved=places.span(mask))


def selected_stores(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`x[mask] = y[mask]` as `x = where(mask, y, x)`, if its function binds the name."""
    told = refused(hazards, SELECTED)
    lengths = {each.span: each for each in hazards if each.code == LENGTH}
    own = {id(node) for scope in scopes(parsed(text)) for node in _stores_to_own(scope)} if told else set()
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(owner), slice=mask) as target], value=ast.Subscript(value=other)) if (
                id(node) in own and (hazard := told.get(places.span(target))) and hazard.mitigation and hazard.mitigation.code
            ):
                yield _chosen(places, owner, (target, mask, node.value, other), hazard, lengths.get(places.span(node.value)))


def changed_selections(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`x[mask] += y` as `x = where(mask, x + y, x)`, if its function binds the name or returns it."""
    told = refused(hazards, LENGTH)
    for scope in scopes(parsed(text)) if told else ():
        bound = _bound(scope)
        for node in scope:
            match node:
                case ast.AugAssign(target=ast.Subscript(value=ast.Name(owner), slice=mask) as target, value=value) if owner in bound:
                    hazard = told.get(places.span(target))
                    code = hazard.mitigation.code if hazard and hazard.mitigation else ""
                    if hazard and code.startswith(f"{owner} = "):
                        yield _changed(places, owner, (target, mask, value), hazard, told.get(places.span(value)))


def _changed(places: Places, owner: str, parts: tuple[ast.expr, ...], hazard: Hazard, length: Hazard | None) -> Change:
    """A change of selected elements as an assignment; the mask and what changes them stay where they stand."""
    target, mask, value = map(places.span, parts)
    code = hazard.mitigation.code if hazard.mitigation else ""
    text = places.text[slice(*mask)]
    operand = parts[2].value if isinstance(parts[2], ast.Subscript) and places.text[slice(*value)] not in code else parts[2]
    kept = places.span(operand)
    before, _, after = code.partition(f"({text}, ")[2].partition(places.text[slice(*kept)])
    function = code.removeprefix(f"{owner} = ").partition("(")[0]
    pieces = ((target[0] + len(owner), mask[0]), f" = {function}("), ((mask[1], kept[0]), f", {before}"), ((kept[1], value[1]), after)
    return Change((target[0], value[1]), pieces, hazard, others=(length,) if length else ())


def _bound(scope: Sequence[ast.AST]) -> set[str]:
    """The names that a function binds by assignments, and those of its parameters that it returns."""
    changed = {id(node.target) for node in scope if isinstance(node, ast.AugAssign)}
    names = [node for node in scope if isinstance(node, ast.Name)]
    returned = [part for node in scope if isinstance(node, ast.Return) and node.value for part in ast.walk(node.value)]
    read = {part.id for part in returned if isinstance(part, ast.Name)}
    parameters = {node.arg for node in scope if isinstance(node, ast.arg)}
    return (parameters & read) | {node.id for node in names if isinstance(node.ctx, ast.Store) and id(node) not in changed}


def _chosen(places: Places, owner: str, parts: tuple[ast.expr, ...], hazard: Hazard, length: Hazard | None) -> Change:
    """A store as an assignment of what is chosen; the mask and the other tensor stay where they stand."""
    target, mask, value, other = map(places.span, parts)
    code = hazard.mitigation.code if hazard.mitigation else ""
    function = code.removeprefix(f"{owner} = ").partition("(")[0]
    cast = f".astype({owner}.dtype)" if code.endswith(f".astype({owner}.dtype), {owner})") else ""
    before, after = ("", "") if isinstance(parts[3], ast.Name | ast.Attribute | ast.Call | ast.Subscript) else ("(", ")")
    between = (mask[1], other[0]), f", {before}"
    pieces = ((target[0] + len(owner), mask[0]), f" = {function}("), between, ((other[1], value[1]), f"{after}{cast}, {owner})")
    return Change((target[0], value[1]), pieces, hazard, others=(length,) if length else ())


def _stores_to_own(scope: Sequence[ast.AST]) -> Iterator[ast.Assign]:
    """The assignments in a function to items of what it binds itself: a parameter, or a name that it sets."""
    bound = {node.arg for node in scope if isinstance(node, ast.arg)}
    bound |= {node.id for node in scope if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in scope:
        match node:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(owner))]) if owner in bound:
                yield node


def _is_number(value: ast.expr) -> bool:
    match value:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_number(operand)
        case ast.Call(func=ast.Name(id="float")):
            return True
        case ast.Constant(value=number):
            return isinstance(number, int | float)
    return False

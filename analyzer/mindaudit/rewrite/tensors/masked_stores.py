"""Replaces the assignment of a number through `...` and a mask of several dimensions by `masked_fill` and an assignment to the whole."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import MOVED, Change, refused
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA515"


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


def _is_number(value: ast.expr) -> bool:
    match value:
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_number(operand)
        case ast.Call(func=ast.Name(id="float")):
            return True
        case ast.Constant(value=number):
            return isinstance(number, int | float)
    return False

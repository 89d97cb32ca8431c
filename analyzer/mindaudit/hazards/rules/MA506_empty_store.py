"""Stores through selections that may be empty."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.origins import made_by_data


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a store into a block of two or more sides, one of them between bounds that vary, or through positions found in data."""
    for event in view.events("store_item"):
        container, key, _ = event.expressions
        level = view.tensor(container)
        construct = _construct(view, keys(view, key))
        if level is not None and construct:
            yield _mended(view, event, view.hit(event, level, construct=construct))


def _construct(view: FileView, parts: Sequence[int]) -> str:
    if len(parts) == 1:
        return "positions" if _is_found(view, parts[0]) else ""
    return "block" if any(_may_be_empty(view, part) for part in parts) else ""


def _is_found(view: FileView, part: int) -> bool:
    """Whether an index is a tensor of as many positions as data gives; MindSpore takes a mask without a true element."""
    return view.tensor(part) is not None and made_by_data(view, part) and mask_level(view, part) is None


def _may_be_empty(view: FileView, part: int) -> bool:
    e = view.expression(part)
    if isinstance(e, ex.Slice):
        return e.lower >= 0 and e.upper >= 0 and not (_is_fixed(view, e.lower) and _is_fixed(view, e.upper))
    return any(_is_varying_slice(view, call) for call in _calls(view, part))


def _calls(view: FileView, index: int) -> Iterator[ex.Call]:
    """The calls that give a value, or an element of the lists and tuples that a loop goes through."""
    seen, left = set(), [index]
    while left:
        index = left.pop()
        if index < 0 or index in seen:
            continue
        seen.add(index)
        match e := view.expression(index):
            case ex.Call():
                yield e
            case ex.Element(value) | ex.Item(value) | ex.Narrowed(value) | ex.Annotated(value):
                left.append(value)
            case ex.Join(parts) | ex.TupleDisplay(parts) | ex.ListDisplay(parts):
                left.extend(parts)
            case ex.Phi(slot):
                left.extend(view.facts.slots[slot])


def _is_varying_slice(view: FileView, call: ex.Call) -> bool:
    """Whether a call is `slice(start, stop)` and its bounds are no plain numbers."""
    callee = view.expression(call.callee)
    bounds = [view.expression(argument.expression) for argument in call.arguments[:2]]
    numbers = [view.expression(bound.operand) if isinstance(bound, ex.Unary) else bound for bound in bounds]
    is_none = any(isinstance(number, ex.Constant) and number.type_name == "NoneType" for number in numbers)
    is_fixed = all(isinstance(number, ex.Constant) for number in numbers)
    return isinstance(callee, ex.Name) and callee.name == "slice" and len(bounds) == 2 and not is_none and not is_fixed


def _is_fixed(view: FileView, bound: int) -> bool:
    e = view.expression(bound)
    return isinstance(e, (ex.Constant, ex.Unary))


def _mended(view: FileView, event: Event, hit: Hit) -> Hit:
    """The hit with its statement, where that stores nowhere else."""
    match view.syntax.at(hit.span)[:2]:
        case [ast.Subscript() as target, ast.Assign(targets=[_]) as statement]:
            fields = {"target": view.syntax.source(target), "statement": view.syntax.source(statement)}
            return hit._replace(variant="alone", fields=hit.fields | fields, replaces=view.syntax.span(statement))
    return hit

"""Tensors that are indexed by numpy's arrays and numbers, or sliced by its numbers, and those that are indexed by ranges."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import partial

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import bounds, indexed_tensors
from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER, maker
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MAKERS = frozenset({ARRAY, ARRAY_NUMBER, "numpy.random.choice"})
"""What gives arrays, or the numbers that these hold."""
_OUTSIDE = {"number": "number outside", "bound": "bound outside"}
"""Numbers outside of networks: graphs take them as constants, code that runs as Python does not."""
_LISTING = frozenset({"sorted", "list"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a part of an index, read or stored, that numpy or `range` made. The mending code stands for this part alone."""
    for each, level, nodes in indexed_tensors(view, partial(_is_concerned, view)):
        for number, node, variant in _found(view, each.parts, nodes):
            construct = "number" if all(maker(atom) == ARRAY_NUMBER for atom in view.value(number).atoms) else variant
            construct = construct if view.in_graph(each.place.function) else _OUTSIDE.get(construct, construct)
            hit = view.hit(each.place, min(level, v.LIKELY), None, variant=variant, construct=construct, index=view.syntax.source(node))
            yield hit._replace(replaces=view.syntax.span(node))


def _is_concerned(view: FileView, part: int) -> bool:
    """Whether a part of an index may be of numpy or a range, or is a slice, whose bounds may be numpy's."""
    return isinstance(view.expression(part), ex.Slice) or _variant(view, part) is not None


def _found(view: FileView, parts: Sequence[int], nodes: Sequence[ast.expr]) -> Iterator[tuple[int, ast.expr, str]]:
    """The parts of an index, or the bounds of its slices, that come from numpy, each with how the page words it."""
    for part, node in zip(parts, nodes, strict=True):
        if isinstance(node, ast.Slice):
            yield from ((bound, text, "bound") for bound, text in _bounds(view, part, node))
        elif (variant := _variant(view, part)) is not None:
            yield part, node, variant


def _bounds(view: FileView, part: int, node: ast.Slice) -> list[tuple[int, ast.expr]]:
    """The bounds of a slice that come from numpy; where one does, also those that do at times: `x[t : t + 1]`."""
    found = [*bounds(view, part, node)]
    if not any(_is_bound(view, bound) for bound, _ in found):
        return []
    return [(bound, text) for bound, text in found if any(map(_is_array, view.value(bound).atoms))]


def _variant(view: FileView, part: int) -> str | None:
    """How the page words it where a part of an index comes from numpy or is Python's number, or is a range; None where it may be more."""
    value = view.value(part)
    if value.open or not value.atoms:
        return None
    if all(v.type_name(atom) == "range" for atom in value.atoms):
        return "range"
    if any(map(_is_array, value.atoms)) and all(_is_array(atom) or v.type_name(atom) == "int" for atom in value.atoms):
        return ""
    made = _elements(value)
    if not made or not made <= {ARRAY, ARRAY_NUMBER}:
        return None
    maker_of_list = _builtin(view, part)
    is_list = maker_of_list in _LISTING or (maker_of_list != "tuple" and (made != {ARRAY} or not all(map(_is_plain, value.atoms))))
    return "list" if is_list else "tuple"


def _is_bound(view: FileView, bound: int) -> bool:
    """Whether a bound of a slice comes from numpy, or is such a number at times and a whole number of Python otherwise."""
    value = view.value(bound)
    found = [_is_array(atom) for atom in value.atoms]
    others = (atom for atom, of_numpy in zip(value.atoms, found, strict=True) if not of_numpy)
    return not value.open and any(found) and all(v.type_name(atom) == "int" for atom in others)


def _is_array(atom: v.Atom) -> bool:
    """Whether a thing is an array or a number of numpy."""
    return maker(atom) in _MAKERS


def _is_plain(atom: v.Atom) -> bool:
    """Whether a thing is a list or tuple that was made at once: numpy gives one array for each dimension so."""
    return isinstance(atom, at.List)


def _builtin(view: FileView, part: int) -> str:
    """The function of Python whose call an expression is; "" if it is none."""
    e = view.unnarrowed(part)
    called = view.value(e.callee).atoms if isinstance(e, ex.Call) else frozenset()
    return next((atom.name for atom in called if isinstance(atom, at.Builtin)), "")


def _elements(value: v.Value) -> set[str]:
    """What made the elements of a list or tuple, where nothing else can be in it; nothing for other things."""
    held: list[v.Value] = []
    for atom in value.atoms:
        match atom:
            case at.List(elements) | at.Grown(elements):
                held.append(elements)
            case at.Items(items):
                held += items
            case _:
                return set()
    return set() if any(each.open for each in held) else {maker(atom) for each in held for atom in each.atoms}

"""Branches on tensor data after which a name has different dtypes, ranks or kinds."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.hazards.queries.truths import truth
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the test of a branch on data, for each name whose two values are understood and do not fit."""
    for event in view.events("branch"):
        test, left, right = event.expressions
        level = truth(view, test, event)
        if level is not None:
            yield from _compared(view, event, level, left, right, event.detail)
    for event in view.events("ifexp"):
        test, left, right = event.expressions
        level = truth(view, test, event)
        if level is not None:
            yield from _compared(view, event, level, left, right, f"… if {view.source((event.start, event.end))} else …")


def _compared(view: FileView, event: Event, level: int, left: int, right: int, name: str) -> Iterator[Hit]:
    ours, theirs = view.value(left), view.value(right)
    a, b = v.only(ours), v.only(theirs)
    if a is None or b is None:
        return
    construct = _difference(a, b)
    if construct:
        sure = min(level, ours.level, theirs.level)
        yield view.hit(event, sure, variant=construct, construct=construct, name=name, left=_part(a, construct), right=_part(b, construct))


def _difference(a: Atom, b: Atom) -> str:
    """dtype, rank, number or none: how the two do not fit; "" when they do, or it is not known."""
    if isinstance(a, at.Tensor) and isinstance(b, at.Tensor):
        if a.dtype and b.dtype and a.dtype != b.dtype and "float" not in (a.dtype, b.dtype):
            return "dtype"
        return "rank" if None not in (a.rank, b.rank) and a.rank != b.rank else ""
    others = [atom for atom in (a, b) if not isinstance(atom, at.Tensor)]
    if len(others) == 2:
        return ""
    return "none" if v.is_none(others[0]) else "number" if v.type_name(others[0]) in NUMBERS else ""


def _part(atom: Atom, construct: str) -> str:
    """The dtype or the number of dimensions; "" where the message needs neither."""
    return str(getattr(atom, construct)) if construct in ("dtype", "rank") else ""

"""Branches on tensor data after which a name has different dtypes, ranks or kinds."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.base import NUMBERS, FileView, Hit
from mindaudit.hazards.queries.truths import truth
from mindaudit.resolve.values.domain import Atom, only


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
            yield from _compared(view, event, level, left, right, "the result")


def _compared(view: FileView, event: Event, level: int, left: int, right: int, name: str) -> Iterator[Hit]:
    ours, theirs = view.value(left), view.value(right)
    a, b = only(ours), only(theirs)
    if a is None or b is None:
        return
    construct = _difference(a, b)
    if construct:
        sure = min(level, ours.level, theirs.level)
        yield view.hit(event, sure, construct=construct, name=name, left=_told(a, construct), right=_told(b, construct))


def _difference(a: Atom, b: Atom) -> str:
    """dtype, rank, number or none: how the two do not fit; "" when they do, or it cannot be told."""
    tensors = [atom for atom in (a, b) if atom[0] == "tensor"]
    if len(tensors) == 2:
        if a[1] and b[1] and a[1] != b[1] and "float" not in (a[1], b[1]):
            return "dtype"
        return "rank" if None not in (a[2], b[2]) and a[2] != b[2] else ""
    if len(tensors) == 1:
        other = b if a[0] == "tensor" else a
        if other[:2] == ("constant", "NoneType"):
            return "none"
        return "number" if other[0] in ("constant", "plain") and other[1] in NUMBERS else ""
    return ""


def _told(atom: Atom, construct: str) -> str:
    if atom[0] == "tensor":
        detail = {"dtype": f"of dtype {atom[1]}", "rank": f"of {atom[2]} dimensions"}.get(construct, "")
        return f"a tensor {detail}".rstrip()
    return "None" if atom[1] == "NoneType" else "a number"

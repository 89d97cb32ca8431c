"""Dicts that are merged in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit, certain_enough
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `|` or `|=` between dicts, or a display with `**` of a dict that holds anything known only when the network runs."""
    for site in (*view.reads("binary"), *view.reads("augmented")):
        _, operator, *operands = view.expression(site.expression)
        level = certain_enough(*(_dict_level(view, each) for each in operands)) if operator == "BitOr" else None
        if level is not None and view.in_graph(site.function):
            yield view.hit(site, level, None, construct="operator")
    for event in compiled(view, "unpacked"):
        levels = [_dict_level(view, each) for each in event.expressions if view.value(each).cause >= v.SHAPE]
        level = max((level for level in levels if level is not None), default=None)
        if level is not None:
            yield view.hit(event, level, None, variant="display", construct="display")


def _dict_level(view: FileView, index: int) -> int | None:
    """How sure it is that an expression is a dict; None if it may be something else."""
    value = view.value(index)
    return value.level if value.atoms and not value.open and all(atom[0] == "dict" for atom in value.atoms) else None

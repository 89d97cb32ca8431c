"""Dicts that are merged in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `|` or `|=` between dicts, or a display with `**` of a dict that holds anything known only when the network runs."""
    for site in (*view.reads("binary"), *view.reads("augmented")):
        e = view.expression(site.expression)
        if not isinstance(e, ex.Binary) or e.operator != "BitOr":
            continue
        level = certain_enough(_dict_level(view, e.left), _dict_level(view, e.right))
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
    return value.level if value.atoms and not value.open and all(isinstance(atom, at.Dict) for atom in value.atoms) else None

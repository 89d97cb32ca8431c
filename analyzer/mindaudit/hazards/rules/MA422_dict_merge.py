"""Dicts that are merged in a network."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `|` or `|=` between dicts, or a display with `**` of what may hold anything known only when the network runs."""
    for site in (*view.reads("binary"), *view.reads("augmented")):
        e = view.expression(site.expression)
        if not isinstance(e, ex.Binary) or e.operator != "BitOr":
            continue
        level = certain_enough(_dict_level(view, e.left), _dict_level(view, e.right))
        if level is not None and view.in_graph(site.function):
            yield view.hit(site, level, None, construct="operator")
    for event in compiled(view, "unpacked"):
        levels = [_dict_level(view, each) for each in event.expressions if not _is_settled(view, each)]
        if levels or _holds_more(view, event):
            level = max((level for level in levels if level is not None), default=v.LIKELY)
            yield view.hit(event, level, None, variant="display", construct="display")


def _is_settled(view: FileView, index: int) -> bool:
    """Whether all that a dict holds is known before the network runs; further keywords of a function may hold anything."""
    e = view.unnarrowed(index)
    if isinstance(e, ex.Parameter):
        parameters = view.facts.functions[e.function].params
        if any(each.name == e.name and each.kind == "**" for each in parameters):
            return False
    value = view.value(index)
    return bool(value.atoms) and not value.open and value.cause < v.SHAPE


def _holds_more(view: FileView, event: Event) -> bool:
    """Whether a display also has an item of its own that is no constant."""
    match view.syntax.at((event.start, event.end))[:1]:
        case [ast.Dict(keys=keys, values=values)]:
            own = [value for key, value in zip(keys, values, strict=True) if key is not None]
            return any(not isinstance(value, ast.Constant) for value in own)
    return False


def _dict_level(view: FileView, index: int) -> int | None:
    """How sure it is that an expression is a dict; None if it may be something else."""
    value = view.value(index)
    return value.level if value.atoms and not value.open and all(isinstance(atom, at.Dict) for atom in value.atoms) else None

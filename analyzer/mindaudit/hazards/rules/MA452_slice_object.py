"""Slice objects whose bounds are unknown at compile time."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """Hits: `slice(a, b)` in a network with a bound that follows a shape or data, and a slice that is stored into a list."""
    for call in view.calls_of("builtins.slice"):
        if view.in_graph(call.site.function) and any(view.value(bound.expression).cause >= v.SHAPE for bound in call.operands):
            yield view.hit(call, call.level, None, construct="bound")
    for event in compiled(view, "store_item"):
        if _is_slice(view, event.expressions[2]):
            yield view.hit(event, v.LIKELY, None, variant="stored", construct="stored")


def _is_slice(view: FileView, index: int) -> bool:
    """Whether an expression makes a slice object, or reads what another function has made."""
    e = view.unnarrowed(index)
    if isinstance(e, ex.Call):
        return at.Builtin("slice") in view.value(e.callee).atoms
    return any(v.type_name(atom) == "slice" for atom in view.value(index).atoms)

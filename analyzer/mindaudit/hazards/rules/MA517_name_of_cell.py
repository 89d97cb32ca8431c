"""Names under which a Cell keeps its own parts."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network, is_network_object
from mindaudit.resolve.values import domain as v

_STATE = frozenset({"_params", "_cells"})
_FORWARD, _CONSTRUCT = "forward", "construct"


def check(view: FileView) -> Iterator[Hit]:
    """Hits: what a network stores as `_params` or `_cells`, and a method `construct` beside `forward`."""
    for event in view.events("store_attribute"):
        if event.detail in _STATE and any(is_network_object(view.evaluator, atom) for atom in view.value(event.expressions[0]).atoms):
            yield view.hit(event, v.CERTAIN, None, construct="state", name=event.detail)
    methods = {(function.class_, function.name): (number, function) for number, function in enumerate(view.facts.functions)}
    for (owner, name), (number, function) in methods.items():
        if name == _CONSTRUCT and (owner, _FORWARD) in methods and owner >= 0 and is_network(view.evaluator, view.module, owner):
            start = view.text.find(_CONSTRUCT, function.start)
            yield Hit((start, start + len(_CONSTRUCT)), number, v.CERTAIN, None, {"name": name}, "method", "method")

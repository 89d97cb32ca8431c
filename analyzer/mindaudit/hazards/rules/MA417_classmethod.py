"""Class methods that are called in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.decorators import decorator_names
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call of a class method of the project, through its class or an object."""
    for site in view.facts.calls:
        if not view.in_graph(site.function) or not isinstance(view.expression(site.callee), ex.Attribute):
            continue
        methods = (atom for atom in v.in_order(view.value(site.callee).atoms) if isinstance(atom, at.Method))
        found = next((each for each in methods if "classmethod" in decorator_names(view.evaluator, each.module, each.number)), None)
        if found:
            yield view.hit(site, v.CERTAIN, None, name=view.evaluator.function(found.module, found.number).name)

"""Class methods that are called in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.symbols.decorators import decorator_names
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call of a class method through a module."""
    for site in view.facts.calls:
        if not view.in_graph(site.function) or not isinstance(view.expression(site.callee), ex.Attribute):
            continue
        methods = (atom for atom in v.in_order(view.value(site.callee).atoms) if isinstance(atom, at.Method))
        method = next((each for each in methods if _is_classmethod(view, each)), None)
        if method:
            yield view.hit(site, v.CERTAIN, None, name=view.evaluator.function(method.module, method.number).name)


def _is_classmethod(view: FileView, method: at.Method) -> bool:
    """Whether a method is a class method of a network."""
    if "classmethod" not in decorator_names(view.evaluator, method.module, method.number):
        return False
    class_ = view.evaluator.function(method.module, method.number).class_
    return class_ >= 0 and is_network(view.evaluator, method.module, class_)

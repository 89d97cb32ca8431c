"""Networks with a `__call__` of their own, which graph mode ignores."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name of such a method, where a network calls one of its parts so."""
    for number, function in enumerate(view.facts.functions):
        is_own = function.name == "__call__" and function.class_ >= 0 and is_network(view.evaluator, view.module, function.class_)
        if is_own and view.in_graph(number):
            yield Hit((function.start, function.start + len("__call__")), number, v.CERTAIN, None, {"name": function.qualname})

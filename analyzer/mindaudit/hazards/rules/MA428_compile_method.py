"""Networks whose own method stands in the way of a Cell's."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import domain as v

_CALLED_BY_CELL = "compile"
"""What a Cell calls with its inputs when it is first run in graph mode."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name of a method `compile` of a network where it is defined."""
    for number, function in enumerate(view.facts.functions):
        if function.name == _CALLED_BY_CELL and function.class_ >= 0 and is_network(view.evaluator, view.module, function.class_):
            start = view.text.find(_CALLED_BY_CELL, function.start)
            yield Hit((start, start + len(_CALLED_BY_CELL)), number, v.CERTAIN, None, {})

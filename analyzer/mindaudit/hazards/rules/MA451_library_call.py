"""Calls of other libraries that a graph compiler meets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import mindaudit_data
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.containers import has_tensor
from mindaudit.resolve.queries.third_party import external_names
from mindaudit_data.versions import TARGETS

_ASKS = "numpy.isscalar"


def check(view: FileView) -> Iterator[Hit]:
    """Hits: calls in a network of another library that get no tensor and of which nothing else is known; MA106 reports the others.

    Also what asks NumPy whether something is a number: a graph does not know the answer.
    """
    for call in view.calls_of(_ASKS):
        operand = call.operand(0, "element")
        if operand and view.in_graph(call.site.function):
            yield view.hit(call, call.level, None, variant="number", construct="number", operand=view.source(operand.span))
    for call in view.calls:
        if _ASKS in call.names:
            continue
        names = external_names(view.evaluator, view.module, call.site) if view.in_graph(call.site.function) else []
        hands_tensors = names and any(has_tensor(view.value(each.expression)) for each in call.operands)
        if names and not hands_tensors and not any(map(_has_substitute, names)):
            yield view.hit(call, call.level, None, library=names[0].partition(".")[0])


@cache
def _has_substitute(name: str) -> bool:
    """Whether the tables say what takes a call's place; MA106 does then."""
    return bool(mindaudit_data.load().substitute(name, TARGETS[-1]))

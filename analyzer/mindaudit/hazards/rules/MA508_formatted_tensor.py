"""Tensors that an f-string or `format` formats by a specification."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_PRIMARY = re.compile(r"[\w.]+(?:\([^()]*\)|\[[^\[\]]*\])?")
"""A name, a call or a subscript: `.item()` binds to the whole of it."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what stands before the colon of a field, or what `format` puts there."""
    for event in view.events("formatted"):
        level = view.tensor(event.expressions[0]) if event.detail == "specified" else None
        if level is not None:
            yield _hit(view, event, level, (event.start, event.end))
    for call in view.calls_of("str.format", "builtins.format"):
        specified = {"0"} if "builtins.format" in call.names else _specified(view, call)
        for position, operand in enumerate(call.operands):
            level = view.tensor(operand.expression) if (operand.keyword or str(position)) in specified else None
            if level is not None:
                yield _hit(view, call, level, operand.span)._replace(span=operand.span)


def _hit(view: FileView, place: Call | Event, level: int, span: Span) -> Hit:
    text = view.source(span)
    function = place.site.function if isinstance(place, Call) else place.function
    operand = text if _PRIMARY.fullmatch(text) else f"({text})"
    return view.hit(place, level, None, construct="" if view.in_graph(function) else "host", operand=operand)._replace(replaces=span)


def _specified(view: FileView, call: Call) -> set[str]:
    """The numbers and names of the arguments that a known template formats by a specification."""
    callee = view.unnarrowed(call.site.callee)
    texts = v.constants(view.value(callee.base), "str") if isinstance(callee, ex.Attribute) else ()
    if len(texts) != 1 or call.starred:
        return set()
    try:
        fields = [field for field in Formatter().parse(str(next(iter(texts)))) if field[1] is not None]
    except ValueError:
        return set()
    return {str(field[1] or number) for number, field in enumerate(fields) if field[2] and not field[3]}

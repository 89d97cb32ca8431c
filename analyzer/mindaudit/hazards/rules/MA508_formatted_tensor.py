"""Tensors that an f-string or `format` formats by a specification."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.format_fields import specified_fields
from mindaudit.model import Span

_PRIMARY = re.compile(r"[\w.]+(?:\([^()]*\)|\[[^\[\]]*\])?")
"""A name, a call or a subscript: `.item()` binds to the whole of it."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what stands before the colon of a field, or what `format` puts there."""
    for event in view.events("formatted"):
        level = view.tensor(event.expressions[0]) if event.detail == "specified" else None
        if level is not None:
            yield _hit(view, event, level, (event.start, event.end))
    for field in specified_fields(view):
        level = view.tensor(field.operand.expression)
        if level is not None:
            yield _hit(view, field.call, level, field.operand.span)._replace(span=field.operand.span)


def _hit(view: FileView, place: Call | Event, level: int, span: Span) -> Hit:
    text = view.source(span)
    function = place.site.function if isinstance(place, Call) else place.function
    operand = text if _PRIMARY.fullmatch(text) else f"({text})"
    return view.hit(place, level, None, construct="" if view.in_graph(function) else "host", operand=operand)._replace(replaces=span)

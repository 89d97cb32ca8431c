"""Tensors that an f-string formats by a specification."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_PRIMARY = re.compile(r"[\w.]+(?:\([^()]*\)|\[[^\[\]]*\])?")
"""A name, a call or a subscript: `.item()` binds to the whole of it."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what stands before the colon of a field."""
    for event in view.events("formatted"):
        level = view.tensor(event.expressions[0]) if event.detail == "specified" else None
        if level is not None:
            span = (event.start, event.end)
            text = view.source(span)
            construct = "" if view.in_graph(event.function) else "host"
            operand = text if _PRIMARY.fullmatch(text) else f"({text})"
            yield view.hit(event, level, None, construct=construct, operand=operand)._replace(replaces=span)

"""Branches whose test is read from tensor data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.truths import truth

_NEAR = 200
"""A raise this many characters behind a test is taken for what it guards."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the test of an if, a conditional expression or a comprehension's condition."""
    raising = {(event.function, event.start) for event in view.events("raise")}
    for event in view.events("if", "ifexp"):
        level = truth(view, event.expressions[0], event)
        if level is None:
            continue
        warns = any(function == event.function and event.end < start < event.end + _NEAR for function, start in raising)
        test = view.source((event.start, event.end))
        yield view.hit(event, level, variant="warn" if warns else "", construct=event.detail, test=test)

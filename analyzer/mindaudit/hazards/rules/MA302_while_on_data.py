"""while loops whose condition is read from tensor data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import counts
from mindaudit.hazards.queries.truths import truth
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the condition of the loop: on values, or on the size of something that shrinks by data."""
    for event in view.events("while"):
        test = event.expressions[0]
        level = truth(view, test, event)
        if level is None and counts(view, test):
            level = v.LIKELY
        if level is not None:
            yield view.hit(event, level, test=view.source((event.start, event.end)))

"""Sets that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the display or comprehension."""
    for event in compiled(view, "set"):
        yield view.hit(event, v.CERTAIN, None, construct="display")
    for event in compiled(view, "comprehension"):
        if event.detail.startswith("set"):
            yield view.hit(event, v.CERTAIN, None, construct="comprehension")

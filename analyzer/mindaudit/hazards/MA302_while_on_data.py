"""while loops whose condition is read from tensor data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.base import FileView, Hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the condition of the loop."""
    for event in view.events("while"):
        level = view.truth(event.expressions[0], event.function)
        if level is not None:
            yield view.hit(event, level, test=view.source((event.start, event.end)))

"""try statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the word try."""
    for event in compiled(view, "try"):
        start = view.text.find("try", event.start)
        yield Hit((start, start + 3), event.function, 2, None, {}, "", "try")

"""global and nonlocal statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled, keyword_hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the word global or nonlocal."""
    for event in compiled(view, "global", "nonlocal"):
        yield keyword_hit(view, event, event.kind, construct=event.kind)

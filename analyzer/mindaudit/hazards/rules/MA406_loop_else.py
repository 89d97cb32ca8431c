"""else after a loop that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the word else."""
    for event in compiled(view, "for_else", "while_else"):
        start = view.text.find("else", event.end)
        yield Hit((start, start + 4), event.function, 2, None, {}, "", event.kind.removesuffix("_else"))

"""Imports inside functions that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.base import FileView, Hit
from mindaudit.hazards.statements import compiled, keyword_hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what is imported."""
    for event in compiled(view, "import"):
        yield keyword_hit(view, event, _statement(view, event.start))


def _statement(view: FileView, at: int) -> str:
    """The text of the line on which an import stands, up to its end."""
    start = view.text.rfind("\n", 0, at) + 1
    end = view.text.find("\n", at)
    return view.text[start : end if end >= 0 else len(view.text)].strip()

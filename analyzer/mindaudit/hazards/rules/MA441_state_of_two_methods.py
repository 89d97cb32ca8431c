"""An attribute that one method of a network writes and another one uses, in one graph."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.module_state import used_elsewhere, writes
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that a function of a graph assigns or changes, where another function of the graph has it, too."""
    found = list(writes(view))
    for write in found:
        if used_elsewhere(view, write, found):
            yield view.hit(write.event, v.CERTAIN, None, name=write.name)

"""del statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what is deleted."""
    for event in compiled(view, "delete"):
        is_item = view.expression(event.expressions[0])[0] == "sub"
        yield view.hit(event, v.CERTAIN, None, construct="item" if is_item else "name")

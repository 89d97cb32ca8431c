"""del statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what is deleted."""
    for event in compiled(view, "delete"):
        is_item = isinstance(view.expression(event.expressions[0]), ex.Subscript)
        yield view.hit(event, v.CERTAIN, None, construct="item" if is_item else "name")

"""Attributes of items that a network sets."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute that is assigned or changed, of what stands in a list, tuple or dict."""
    for event in compiled(view, "store_attribute"):
        if isinstance(view.expression(event.expressions[0]), ex.Subscript):
            yield view.hit(event, v.CERTAIN, None, attribute=event.detail)
    for event in compiled(view, "augmented"):
        changed = view.expression(event.expressions[0])
        if isinstance(changed, ex.Attribute) and isinstance(view.expression(changed.base), ex.Subscript):
            yield view.hit(event, v.CERTAIN, None, attribute=changed.name)

"""del statements that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what is deleted."""
    for event in compiled(view, "delete"):
        e = view.expression(event.expressions[0])
        if not isinstance(e, ex.Subscript):
            yield view.hit(event, v.CERTAIN, None, construct="name")
        elif len(event.expressions) == 1 and _is_of_list(view, e):
            owner, _, index = view.source((event.start, event.end)).rpartition("[")
            yield view.hit(event, v.CERTAIN, None, variant="listed", construct="item", owner=owner, index=index.removesuffix("]"))
        else:
            yield view.hit(event, v.CERTAIN, None, variant="item", construct="item")


def _is_of_list(view: FileView, item: ex.Subscript) -> bool:
    """Whether one item of a list is meant, by a short index."""
    owner = view.value(item.base)
    is_known = any(isinstance(atom, at.List | at.Items) for atom in owner.atoms) and not owner.open
    is_list = is_known and all(isinstance(atom, at.List | at.Items | at.Grown) for atom in owner.atoms)
    return is_list and isinstance(view.expression(item.index), ex.Constant | ex.Name | ex.Element)

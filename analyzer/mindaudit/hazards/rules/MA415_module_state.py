"""State that a forward keeps on its module."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.module_state import is_network, used_elsewhere, writes
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_GROWING = frozenset({"append", "extend", "insert", "add", "update"})
_CONTAINERS = (at.List, at.Items, at.Dict, at.Set, at.Grown)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that is assigned or changed, or a container of self that grows or whose item is assigned."""
    found = list(writes(view))
    for write in found:
        if not used_elsewhere(view, write, found):
            yield view.hit(write.event, v.CERTAIN, None)
    for event in compiled(view, "store_item"):
        owner = view.expression(event.expressions[0])
        if isinstance(owner, ex.Attribute) and is_network(view, owner.base) and _is_container(view, event.expressions[0]):
            yield view.hit(event, v.CERTAIN, None, construct="item")
    for site in view.facts.calls:
        callee = view.expression(site.callee)
        if isinstance(callee, ex.Attribute) and callee.name in _GROWING and view.in_graph(site.function):
            owner = view.expression(callee.base)
            if isinstance(owner, ex.Attribute) and is_network(view, owner.base) and _is_container(view, callee.base):
                yield view.hit(site, v.CERTAIN, None, variant="grow", construct="grow")


def _is_container(view: FileView, index: int) -> bool:
    return any(isinstance(atom, _CONTAINERS) for atom in view.value(index).atoms)

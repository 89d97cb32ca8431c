"""State that a forward keeps on its module."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.module_state import changed_tensors, is_network, outlasts, used_elsewhere, writes
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.symbols.class_hierarchy import is_network_object
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import MODULE

_GROWING = frozenset({"append", "extend", "insert", "add", "update"})
_CONTAINERS = (at.List, at.Items, at.Dict, at.Set, at.Grown)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that is assigned or changed, a tensor of self that changes in place and is not saved, or a container
    of self that grows or whose item is assigned.
    """
    found = list(writes(view))
    for write in found:
        if not used_elsewhere(view, write, found):
            yield view.hit(write.event, v.CERTAIN, None)
    for changed, level in changed_tensors(view):
        yield view.hit(changed, level, None)
    for event in compiled(view, "store_item"):
        outermost = _outermost(view, event.expressions[0])
        if isinstance(outermost, ex.Attribute) and is_network(view, outermost.base):
            if _holds_functions(view, event.expressions[0]):
                yield view.hit(event, v.CERTAIN, None, variant="called", construct="called")
            elif outermost is view.expression(event.expressions[0]) and _is_container(view, event.expressions[0]):
                lasts = outlasts(view, event, outermost)
                yield view.hit(event, v.CERTAIN, None, variant="lasting" if lasts else "", construct="lasting" if lasts else "item")
    for site in view.facts.calls:
        callee = view.expression(site.callee)
        if isinstance(callee, ex.Attribute) and callee.name in _GROWING and view.in_graph(site.function):
            owner = view.expression(callee.base)
            if isinstance(owner, ex.Attribute) and is_network(view, owner.base) and _is_container(view, callee.base):
                yield view.hit(site, v.CERTAIN, None, variant="grow", construct="grow")


def _outermost(view: FileView, index: int) -> ex.Expression:
    """What an expression takes items from, or items of items."""
    e = view.expression(index)
    while isinstance(e, ex.Subscript):
        e = view.expression(e.base)
    return e


def _holds_functions(view: FileView, index: int) -> bool:
    """Whether a list holds functions or modules, which have no type as values of a running graph."""
    lists = [atom for atom in view.value(index).atoms if isinstance(atom, (at.List, at.Items))]
    held = [value for atom in lists for value in (atom.items if isinstance(atom, at.Items) else [atom.elements])]
    return any(_is_called(view, atom) for value in held for atom in value.atoms)


def _is_called(view: FileView, atom: at.Atom) -> bool:
    if isinstance(atom, at.Torch):
        return view.evaluator.torch.kind(atom.name) == "function"
    if isinstance(atom, at.Instance):
        return view.evaluator.torch.derives(atom.torch_class, MODULE)
    return isinstance(atom, (at.Function, at.Method)) or is_network_object(view.evaluator, atom)


def _is_container(view: FileView, index: int) -> bool:
    return any(isinstance(atom, _CONTAINERS) for atom in view.value(index).atoms)

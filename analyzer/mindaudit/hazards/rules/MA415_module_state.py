"""State that a forward keeps on its module."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_GROWING = frozenset({"append", "extend", "insert", "add", "update"})
_CONTAINERS = (at.List, at.Items, at.Dict, at.Set, at.Grown)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that is assigned, or a container of self that grows or whose item is assigned."""
    for event in compiled(view, "store_attribute"):
        if _is_network(view, event.expressions[0]) and not _is_parameter(view, event):
            yield view.hit(event, v.CERTAIN, None)
    for event in compiled(view, "store_item"):
        owner = view.expression(event.expressions[0])
        if isinstance(owner, ex.Attribute) and _is_network(view, owner.base) and _is_container(view, event.expressions[0]):
            yield view.hit(event, v.CERTAIN, None, construct="item")
    for site in view.facts.calls:
        callee = view.expression(site.callee)
        if isinstance(callee, ex.Attribute) and callee.name in _GROWING and view.in_graph(site.function):
            owner = view.expression(callee.base)
            if isinstance(owner, ex.Attribute) and _is_network(view, owner.base) and _is_container(view, callee.base):
                yield view.hit(site, v.CERTAIN, None, variant="grow", construct="grow")


def _is_network(view: FileView, owner: int) -> bool:
    """Whether an expression is the module whose method this is."""
    is_parameter = isinstance(view.expression(owner), ex.Parameter)
    return is_parameter and any(isinstance(atom, at.Object) for atom in view.value(owner).atoms)


def _is_container(view: FileView, index: int) -> bool:
    return any(isinstance(atom, _CONTAINERS) for atom in view.value(index).atoms)


def _is_parameter(view: FileView, event: Event) -> bool:
    """Whether the attribute is a Parameter or a buffer, which a graph can assign."""
    return _registers(view, event.function, event.detail)


def _registers(view: FileView, function: int, name: str) -> bool:
    class_ = view.facts.functions[function].class_
    for call in view.calls_of("torch.nn.Module.register_buffer", "torch.nn.Module.register_parameter"):
        registered = call.argument("name")
        same_class = view.facts.functions[call.site.function].class_ == class_
        if same_class and registered and v.constants(view.value(registered.expression), "str") == [name]:
            return True
    stores = view.facts.classes[class_].stores.get(name, ()) if class_ >= 0 else ()
    return any(_makes_parameter(view, value) for _, value in stores)


def _makes_parameter(view: FileView, index: int) -> bool:
    e = view.expression(index)
    return isinstance(e, ex.Call) and at.Torch("torch.nn.Parameter") in view.value(e.callee).atoms

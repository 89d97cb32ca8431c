"""State that a forward keeps on its module."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v

_GROWING = frozenset({"append", "extend", "insert", "add", "update"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an attribute of self that is assigned, or a container of self that grows."""
    for event in compiled(view, "store_attribute"):
        if _is_network(view, event.expressions[0]) and not _is_parameter(view, event):
            yield view.hit(event, v.CERTAIN, None)
    for site in view.facts.calls:
        callee = view.expression(site.callee)
        if callee[0] == "attr" and callee[2] in _GROWING and view.in_graph(site.function):
            owner = view.expression(callee[1])
            if owner[0] == "attr" and _is_network(view, owner[1]) and _is_container(view, callee[1]):
                yield Hit((site.start, site.end), site.function, v.CERTAIN, None, {}, "grow", "grow")


def _is_network(view: FileView, owner: int) -> bool:
    """Whether an expression is the module whose method this is."""
    e = view.expression(owner)
    return e[0] == "param" and any(a[0] == "object" for a in view.value(owner).atoms)


def _is_container(view: FileView, index: int) -> bool:
    return any(a[0] in ("list", "items", "dict", "set", "grown") for a in view.value(index).atoms)


def _is_parameter(view: FileView, event: Event) -> bool:
    """Whether the attribute is a Parameter or a buffer, which a graph can assign."""
    return _registers(view, event.function, event.detail)


def _registers(view: FileView, function: int, name: str) -> bool:
    class_ = view.facts.functions[function].class_
    for call in view.calls_of("torch.nn.Module.register_buffer", "torch.nn.Module.register_parameter"):
        first = call.operands[0] if call.operands else None
        same_class = view.facts.functions[call.site.function].class_ == class_
        if same_class and first and v.constants(view.value(first.expression), "str") == [name]:
            return True
    stores = view.facts.classes[class_].stores.get(name, ()) if class_ >= 0 else ()
    return any(a == ("torch", "torch.nn.Parameter") for _, value in stores for a in _callee_atoms(view, value))


def _callee_atoms(view: FileView, index: int) -> frozenset[tuple[object, ...]]:
    e = view.expression(index)
    return view.value(e[1]).atoms if e[0] == "call" else frozenset()

"""The devices of tensors as objects, by recipes: MindSpore's `x.device` is a text, which has no `type` and is of another class.

- `x.device` of which a part is read becomes `device_of(x)`, and an argument that is called a device `device_of(device)`.
- Outside of graphs so does every `x.device` that is kept, passed on, printed or tested; `getattr(x, "device", None)` is put into the call.
- In graphs, where a device goes on as a text, what is known to be one is put into the call where a part of it is read, and
  `isinstance(d, torch.device)` becomes `is_device(d)`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span, Usage
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.expressions.asked_devices import PARTS, asked
from mindaudit.rewrite.text.change import Change, called_on_owner, within
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes
from mindaudit.rewrite.usages.choice import DEVICE_OF

_CLASS: Final = "torch.device"
_OF_TENSORS: Final = "torch.Tensor.device"
_TEST: Final = "is_device"
_KNOWN: Final = at.Plain("device")


def device_objects(view: FileView, usages: Sequence[Usage], places: Places, mode: str) -> Iterator[Change]:
    """The devices of tensors of which no usage tells that a part is read, and of the unknown, each inside of a recipe's call."""
    if view.module in view.project.reaching:
        told = {each.span for each in usages if each.certainty != "possible" and (each.result_named or each.torch_name != _OF_TENSORS)}
        read = {*asked(places)}
        outside = {*_kept(view, places, mode)} - {*_placing(places)} - read
        yield from _objects(read | outside, told, places)
        yield from _in_graphs(view, read, places) if mode == "graph" else ()


def _objects(devices: Collection[ast.expr], told: Collection[Span], places: Places) -> Iterator[Change]:
    for node in devices:
        span = places.span(node)
        if not isinstance(node, ast.Attribute):
            yield within(span, DEVICE_OF)
        elif span not in told and not _is_imported(node, places):
            yield called_on_owner(places.text, span, DEVICE_OF)


def _kept(view: FileView, places: Places, mode: str) -> Iterator[ast.expr]:
    """Reads of devices outside of graphs, but of the method's own object, which may keep what was one already."""
    for node in nodes(places.tree):
        match node:
            case (
                ast.Attribute(attr="device", value=owner, ctx=ast.Load())
                | ast.Call(func=ast.Name("getattr"), args=[owner, ast.Constant("device"), *_])
            ) if not is_own(owner) and not (mode == "graph" and _is_compiled(view, node, places)):
                yield node


def _in_graphs(view: FileView, read: Collection[ast.expr], places: Places) -> Iterator[Change]:
    """Tests for devices, and reads of parts of what is known to be one."""
    known = {(site.start, site.end) for site in view.reads("attribute") if _is_part(view, site.expression)}
    for node in nodes(places.tree):
        match node:
            case ast.Call(func=ast.Name("isinstance"), args=[device, kind]) if places.full_name(kind) == _CLASS:
                if _is_compiled(view, node, places):
                    (start, end), tested = places.span(node), places.span(device)
                    yield Change((start, end), (((start, tested[0]), f"{_TEST}("), ((tested[1], end), ")")), None, _TEST)
            case ast.Attribute(value=device) if places.span(node) in known and device not in read and _is_compiled(view, node, places):
                yield within(places.span(device), DEVICE_OF)


def _is_part(view: FileView, attribute: int) -> bool:
    """Whether a part is read of what is known to be a device."""
    e = view.expression(attribute)
    return isinstance(e, ex.Attribute) and e.name in PARTS and _KNOWN in view.value(e.base).atoms


def _is_compiled(view: FileView, node: ast.expr, places: Places) -> bool:
    return view.in_graph(view.function_at(places.span(node)[0]))


def _is_imported(node: ast.expr, places: Places) -> bool:
    """Whether an attribute is that of a module: `torch.device`, `torch.cuda.device`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and places.begins_with_import(places.span(node))


def _placing(places: Places) -> Iterator[ast.expr]:
    """Devices that only say where a tensor is to lie, or are compared, which a text is as well as an object."""
    for node in nodes(places.tree):
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()], comparators=[right]):
                yield from (left, right)
            case ast.Call(func=ast.Attribute(attr="to"), args=[*args], keywords=[*keywords]):
                yield from (*args, *(each.value for each in keywords if each.arg == "device"))
            case ast.Call(func=function, keywords=[*keywords]) if places.full_name(function):
                yield from (each.value for each in keywords if each.arg == "device")

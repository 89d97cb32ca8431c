"""Writes through a view of a tensor that is still used."""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Event
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import gathers, keys
from mindaudit.hazards.queries.integer_casts import carries, holds_integers
from mindaudit.hazards.queries.views import is_reshaped, is_sliced, refuses_writes, viewed
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_OPERATING = (ex.Attribute, ex.Subscript, ex.Binary, ex.Unary, ex.Comparison, ex.TupleDisplay, ex.ListDisplay)
_PARTS = frozenset({"real", "imag"})
"""Parts of complex numbers, which are methods in MindSpore: storing hides the method and changes nothing."""

_DATA = frozenset({"data"})
"""An attribute that graph mode has no kernel to set."""

_RESIZING = frozenset({"torch.Tensor.resize_", "torch.Tensor.resize_as_"})
"""Methods that write no element."""

_AUGMENTED = re.compile(r"(\w+)\s*([^\s\w=]+)=\s*(.+)", re.DOTALL)


def check(view: FileView) -> Iterator[Hit]:
    """Hits: items stored into a view, a view or a part of complex numbers that is written, in-place methods on a slice.

    Where the viewed tensor is not used again, a hit is what graphs refuse.
    """
    for event in view.events("store_item"):
        key = view.expression(event.expressions[1])
        if isinstance(key, ex.Constant) and key.type_name == "str":
            continue  # a dict's item
        is_whole = _is_whole(view, event) and not is_sliced(view, event.expressions[0])
        yield from _written(view, event, event.expressions[0], "whole" if is_whole else "")
    for event in view.events("store_attribute", "augmented"):
        written = _written_attribute(view, event, _PARTS)
        if written is not None:
            yield view.hit(event, min(written, v.LIKELY), None, variant="part", construct="part")
        elif view.in_graph(event.function) and _written_attribute(view, event, _DATA) is not None:
            yield view.hit(event, v.LIKELY, None, construct="data")
        elif event.kind == "augmented" and "[" not in view.source((event.start, event.end)).split("=")[0]:
            yield from _written(view, event, event.expressions[0], "data" if _is_own_data(view, event) else "augmented")
        elif event.kind == "augmented" and isinstance(item := view.expression(event.expressions[0]), ex.Subscript):
            yield from _changed_item(view, event, item)
    for call in view.calls_below("torch.Tensor."):
        receiver = call.argument("input") if _changes(view, call) else None
        base = viewed(view, receiver.expression) if receiver else None
        if receiver is None or _is_data(view, call.site, receiver.expression):
            continue
        if not call.site.statement or (base is not None and (_is_item(view, receiver.expression) or _used_after(view, base, call.site))):
            yield view.hit(call, call.level, None, variant="method", construct="in-place")


def _written(view: FileView, event: Event, written: int, construct: str) -> Iterator[Hit]:
    base = viewed(view, written)
    is_shared = base is not None and construct == "whole" and (_is_spelled(view, event) or _is_given(view, base))
    is_shared = is_shared or (event.kind == "store_item" and view.in_graph(event.function) and _is_kept(view, event, written))
    if base is None or not (is_shared or _is_direct(view, event) or _used_after(view, base, event)):
        if view.in_graph(event.function) and refuses_writes(view, written):
            yield view.hit(event, v.LIKELY, None, variant="refused", construct="refused", code=_anew(view, event))
    else:
        level = view.tensor(base)
        construct = construct or ("gradient" if _loses_gradient(view, event, base) else "")
        variant = construct if construct in ("whole", "gradient") else ""
        yield view.hit(event, min(level if level is not None else 0, 1), None, variant=variant, construct=construct, **_texts(view, event))


def _changed_item(view: FileView, event: Event, item: ex.Subscript) -> Iterator[Hit]:
    """`x.view(-1)[rows] += y`, as the store that it is."""
    match view.syntax.at((event.start, event.end))[:1]:
        case [ast.AugAssign(target=ast.Subscript() as target)]:
            start, end = view.syntax.span(target)
            store = event._replace(start=start, end=end, expressions=(item.base, item.index, event.expressions[-1]))
            if _is_whole(view, store) and not is_sliced(view, item.base):
                yield from _written(view, store, item.base, "whole")


def _loses_gradient(view: FileView, event: Event, base: int) -> bool:
    """Whether a network stores, by numbers and slices into a view of other dimensions, what has a gradient or into what has one."""
    if not (view.in_graph(event.function) and is_reshaped(view, event.expressions[0])) or holds_integers(view, base):
        return False
    stored = event.expressions[2]
    return carries(view, base) or (view.tensor(stored) is not None and not holds_integers(view, stored))


def _anew(view: FileView, event: Event) -> str:
    """An augmented assignment to a name as an assignment; "" for any other write."""
    found = _AUGMENTED.fullmatch(view.source((event.start, event.end)))
    return "{0} = {0} {1} ({2})".format(*found.groups()) if found else ""


def _written_attribute(view: FileView, event: Event, names: Container[str]) -> int | None:
    """How sure it is that an attribute of a tensor with one of these names is written; None if none is."""
    target = view.expression(event.expressions[0])
    if event.kind == "store_attribute":
        return view.tensor(event.expressions[0]) if event.detail in names else None
    return view.tensor(target.base) if isinstance(target, ex.Attribute) and target.name in names else None


def _is_own_data(view: FileView, event: Event) -> bool:
    """Whether the data of a tensor itself is set, and not that of a view of one."""
    target = view.expression(event.expressions[0])
    return isinstance(target, ex.Attribute) and target.name in _DATA and viewed(view, target.base) is None


def _is_whole(view: FileView, event: Event) -> bool:
    """Whether a store goes to all elements by `...`, or to those that a mask or list chooses."""
    key = view.expression(event.expressions[1])
    is_all = isinstance(key, ex.Constant) and key.type_name == "ellipsis"
    return is_all or gathers(view, event.expressions[1]) or _may_be_list(view, event)


def _may_be_list(view: FileView, event: Event) -> bool:
    """Whether a part of an index is a list, or of unknown type."""
    return any(_is_listed(view.value(part)) for part in keys(view, event.expressions[1]))


def _is_listed(value: Value) -> bool:
    return (value.open and not value.atoms) or any(isinstance(atom, at.List | at.Items | at.Grown) for atom in value.atoms)


def _texts(view: FileView, event: Event) -> dict[str, str]:
    """What is stored into, and the index."""
    target = view.source((event.start, event.end))
    owner, _, index = target.partition("[")
    return {"owner": owner, "index": index.removesuffix("]")}


def _changes(view: FileView, call: Call) -> bool:
    """Whether a call is an in-place method that writes: a statement, or in a graph the value that one assigns, of `x.data`."""
    if not all(name.endswith("_") and name not in _RESIZING for name in call.names):
        return False
    receiver = call.argument("input")
    e = view.expression(receiver.expression) if receiver else None
    assigned = call.site.role == "assigned" and view.in_graph(call.site.function)
    return call.site.statement or (assigned and isinstance(e, ex.Attribute) and e.name in _DATA)


def _is_item(view: FileView, index: int) -> bool:
    return isinstance(view.expression(index), ex.Subscript)


def _is_data(view: FileView, call: CallSite, index: int) -> bool:
    """Whether a method writes to `x.data` or `x.detach()` outside of graphs: its counterpart is assigned to the data of `x` itself."""
    e = view.expression(index)
    callee = view.expression(e.callee) if isinstance(e, ex.Call) else e
    name = callee.name if isinstance(callee, ex.Attribute) else ""
    return name == ("detach" if isinstance(e, ex.Call) else "data") and not view.in_graph(call.function)


def _is_spelled(view: FileView, event: Event) -> bool:
    """Whether the target makes the view itself, as in `x.view(-1)[mask] = y`."""
    match view.syntax.at((event.start, event.end))[:1]:
        case [ast.Assign(targets=[ast.Subscript(value=made)]) | ast.AugAssign(target=ast.Subscript(value=made))]:
            return isinstance(made, ast.Call | ast.Attribute)
        case [ast.Subscript(value=made)]:
            return isinstance(made, ast.Call | ast.Attribute)
    return False


def _is_given(view: FileView, base: int) -> bool:
    """Whether a tensor came to the function from outside, so that others hold it."""
    return isinstance(view.unnarrowed(base), ex.Parameter | ex.Attribute)


def _is_kept(view: FileView, event: Event, written: int) -> bool:
    """Whether an object has the tensor of a view, so that its other methods read it; numbers reach `x.data` itself."""
    root, base = written, viewed(view, written)
    while base is not None:
        root, base = base, viewed(view, base)
    if not isinstance(view.unnarrowed(root), ex.Attribute):
        return False
    e = view.unnarrowed(written)
    is_data = isinstance(e, ex.Attribute) and e.name in _DATA and e.base == root
    return not is_data or any(isinstance(view.expression(part), ex.Slice) for part in keys(view, event.expressions[1]))


def _is_direct(view: FileView, event: Event) -> bool:
    """Whether the target spells the view itself, as in `x[1:][0] = y`."""
    target = view.source((event.start, event.end)).split("=")[0]
    return target.count("[") > 1 and "][" in target


def _used_after(view: FileView, base: int, event: Event | CallSite) -> bool:
    """Whether the viewed tensor is used again behind the write in the same function."""
    calls = (call for call in view.facts.calls if call.function == event.function and call.start > event.end)
    if any(base in {a.expression for a in call.arguments} or _operates_on(view, call.callee, base) for call in calls):
        return True
    later = (site for site in view.facts.sites if site.function == event.function and site.start > event.end)
    if any(_operates_on(view, site.expression, base) for site in later):
        return True
    returns = (e for e in view.events("return") if e.function == event.function and e.start > event.end)
    return any(base == value or _operates_on(view, value, base) for e in returns for value in e.expressions)


def _operates_on(view: FileView, index: int, base: int) -> bool:
    """Whether an expression has another one among its operands."""
    e = view.expression(index)
    return isinstance(e, _OPERATING) and base in operands(e)

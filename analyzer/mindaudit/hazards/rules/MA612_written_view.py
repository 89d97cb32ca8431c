"""Writes through a view of a tensor that is still used."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.indexing import keys

_VIEWS = frozenset(
    {"view", "reshape", "transpose", "permute", "t", "flatten", "unsqueeze", "squeeze", "narrow", "select", "expand", "diagonal", "view_as"}
)
_VIEW_ATTRIBUTES = frozenset({"T", "mT", "H", "data"})


def check(view: FileView) -> Iterator[Hit]:
    """Hits: items stored into a view, a view that is augmented, in-place methods on a slice."""
    for event in view.events("store_item"):
        if view.expression(event.expressions[1])[:2] == ("const", "str"):
            continue  # a dict's item
        yield from _written(view, event, event.expressions[0], "")
    for event in view.events("augmented"):
        if "[" not in view.source((event.start, event.end)).split("=")[0]:
            yield from _written(view, event, event.expressions[0], "augmented")
    for call in view.calls_below("torch.Tensor."):
        if call.site.statement and call.operands and all(name.endswith("_") for name in call.names):
            base = _viewed(view, call.operands[0].expression)
            if base is not None and view.expression(call.operands[0].expression)[0] == "sub":
                yield view.hit(call, call.level, None, construct="in-place")


def _written(view: FileView, event: Event, written: int, construct: str) -> Iterator[Hit]:
    base = _viewed(view, written)
    if base is not None and (_is_direct(view, event) or _used_after(view, base, event)):
        level = view.tensor(base)
        yield view.hit(event, min(level if level is not None else 0, 1), None, construct=construct)


def _viewed(view: FileView, index: int) -> int | None:
    """The tensor of which an expression is a view; None when it is none."""
    e = view.expression(index)
    while e[0] == "grow":
        e = view.expression(e[1])
    base = None
    if e[0] == "call":
        callee = view.expression(e[1])
        base = callee[1] if callee[0] == "attr" and callee[2] in _VIEWS else None
    elif (e[0] == "attr" and e[2] in _VIEW_ATTRIBUTES) or (e[0] == "sub" and not _copies(view, e[2])):
        base = e[1]
    return base if base is not None and view.tensor(base) is not None else None


def _copies(view: FileView, key: int) -> bool:
    """Whether an index gathers, which makes a copy in torch, too."""
    return any(view.tensor(part) is not None or view.expression(part)[0] == "list" for part in keys(view, key))


def _is_direct(view: FileView, event: Event) -> bool:
    """Whether the target spells the view itself, as in `x[1:][0] = y`."""
    target = view.source((event.start, event.end)).split("=")[0]
    return target.count("[") > 1 and "][" in target


def _used_after(view: FileView, base: int, event: Event) -> bool:
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
    return e[0] in ("attr", "sub", "binary", "unary", "compare", "tuple", "list") and any(
        base == o or (type(o) is tuple and base in o) for o in e[1:]
    )

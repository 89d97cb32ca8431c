"""Slices and narrow whose length is not fixed."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Expression, Site
from mindaudit.hazards.framework.base import Cause, FileView, Hit
from mindaudit.hazards.queries.indexing import keys, tensor_subscripts
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import domain as v

_NARROWING = ("torch.narrow", "torch.Tensor.narrow", "torch.narrow_copy", "torch.Tensor.narrow_copy")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a slice with a bound that varies, unless the distance between both bounds is constant, or a varying length of narrow."""
    for site, _, key, level in tensor_subscripts(view):
        yield from _slices(view, site, key, level)
    for call in view.calls_of(*_NARROWING):
        length = call.operand(3, "length")
        cause = length_cause(view, length.expression) if length else None
        if length and cause:
            yield view.hit(call, call.level, cause, base=view.text_of(call.operand(0, "input")), axis="0", bound=view.text_of(length))


def _slices(view: FileView, site: Site, key: int, level: int) -> Iterator[Hit]:
    for axis, part in enumerate(keys(view, key)):
        e = view.expression(part)
        if e[0] != "slice" or _is_window(view, e):
            continue
        bounds = [(bound, cause) for bound in e[1:3] if bound >= 0 and (cause := length_cause(view, bound))]
        if bounds:
            bound, cause = max(bounds, key=lambda each: each[1] == "data")
            sure = min(level, v.POSSIBLE if view.by_convention(bound) else v.CERTAIN)
            base = view.source((site.base_start, site.base_end))
            yield view.hit(site, sure, cause, base=base, axis=str(axis), bound=_bound_text(view, site, axis))
            return


def _bound_text(view: FileView, site: Site, axis: int) -> str:
    """The source of the upper bound of a slice that has one."""
    parts = view.source((site.base_end, site.end)).strip("[] ").split(",")
    bounds = parts[axis].split(":") if axis < len(parts) else []
    return next((text.strip() for text in reversed(bounds[:2]) if text.strip()), "BOUND")


def _is_window(view: FileView, e: Expression) -> bool:
    """Whether one bound is the other plus a fixed width: `x[i : i + 4]`."""
    _, lower, upper, _ = e
    return lower >= 0 and upper >= 0 and (_offset(view, upper, lower) or _offset(view, lower, upper))


def _offset(view: FileView, index: int, start: int) -> bool:
    e = view.expression(index)
    if e[0] != "binary" or e[1] not in ("Add", "Subtract"):
        return False
    width = e[3] if e[2] == start else e[2] if e[3] == start else -1
    return width >= 0 and _fixed(length_cause(view, width))


def _fixed(cause: Cause) -> bool:
    return cause is None

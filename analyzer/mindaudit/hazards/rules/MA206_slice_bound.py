"""Slices and narrow whose length is not fixed."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys, tensor_subscripts
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import domain as v

_NARROWING = ("torch.narrow", "torch.Tensor.narrow", "torch.narrow_copy", "torch.Tensor.narrow_copy")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a slice with a bound that varies, unless the distance between both bounds is constant, or a varying length of narrow."""
    for subscription, level in tensor_subscripts(view):
        yield from _slices(view, subscription.site, subscription.key, level)
    for call in view.calls_of(*_NARROWING):
        length = call.argument("length")
        cause = length_cause(view, length.expression) if length else None
        if length and cause:
            yield view.hit(call, call.level, cause)


def _slices(view: FileView, site: Site, key: int, level: int) -> Iterator[Hit]:
    for part in keys(view, key):
        e = view.expression(part)
        if not isinstance(e, ex.Slice) or _is_window(view, e):
            continue
        bounds = [(bound, cause) for bound in (e.lower, e.upper) if bound >= 0 and (cause := length_cause(view, bound))]
        if bounds:
            bound, cause = next(((bound, cause) for bound, cause in bounds if cause == "data"), bounds[0])
            yield view.hit(site, min(level, v.POSSIBLE if view.by_convention(bound) else v.CERTAIN), cause)
            return


def _is_window(view: FileView, e: ex.Slice) -> bool:
    """Whether one bound is the other plus a fixed width: `x[i : i + 4]`."""
    return e.lower >= 0 and e.upper >= 0 and (_offset(view, e.upper, e.lower) or _offset(view, e.lower, e.upper))


def _offset(view: FileView, index: int, start: int) -> bool:
    e = view.expression(index)
    if not isinstance(e, ex.Binary) or e.operator not in ("Add", "Subtract") or start not in (e.left, e.right):
        return False
    return length_cause(view, e.right if e.left == start else e.left) is None

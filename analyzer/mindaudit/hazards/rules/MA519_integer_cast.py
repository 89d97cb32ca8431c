"""Casts to integers through which MindSpore hands gradients on."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView, Place
from mindaudit.hazards.queries.integer_casts import holds_integers, is_cast, is_cast_of
from mindaudit.hazards.queries.operands import operand
from mindaudit.model import Span
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import domain as v

_OPERATORS = frozenset({"Add", "Subtract", "Multiply", "Divide"})
_BACK = tuple(f"torch.Tensor.{name}" for name in ("float", "half", "double", "bfloat16", "to", "type", "type_as"))


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a cast to integers beside floating-point numbers in arithmetic, or cast back to them. The mending code stands for it alone."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _OPERATORS and view.has_gradients(site.function):
            for side, (one, other) in enumerate(((e.left, e.right), (e.right, e.left))):
                if is_cast_of(view, one, other) or (is_cast(view, one) and (e.operator == "Divide" or _is_floating(view, other))):
                    yield from _hit(view, site, operand(view, site, side))
    for call in view.calls_of(*_BACK):
        if call.receiver and view.has_gradients(call.site.function) and _is_cast_back(view, call.receiver.expression, call.site.expression):
            yield from _hit(view, call.site, call.receiver.span)


def _hit(view: FileView, place: Place, span: Span | None) -> Iterator[Hit]:
    if span is not None:
        yield view.hit(place, v.LIKELY, None, operand=view.source(span))._replace(replaces=span)


def _is_cast_back(view: FileView, index: int, result: int) -> bool:
    return is_cast(view, index) and not holds_integers(view, result)


def _is_floating(view: FileView, index: int) -> bool:
    """Whether an operand makes floating-point numbers of integers beside it."""
    return number(view.value(index)) == "float" or (view.tensor(index) is not None and not holds_integers(view, index))

"""Masks that take part in arithmetic more than once: PyNative mode adds their gradients, which are truth values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.integer_casts import holds_integers, is_of
from mindaudit.hazards.queries.operands import operand
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply", "Divide"})
_MASK: Final = frozenset({"bool"})
_LOGICAL: Final = frozenset({"BitAnd", "BitOr", "BitXor"})
_CASTS: Final = tuple(f"torch.Tensor.{name}" for name in ("float", "half", "double", "bfloat16", "to", "type", "type_as", "int", "long"))
_COMPARING: Final = frozenset({
    "gt", "lt", "ge", "le", "eq", "ne", "greater", "less", "greater_equal", "less_equal", "not_equal", "logical_and", "logical_or",
    "logical_not", "logical_xor", "isnan", "isinf", "isfinite", "isclose",
})  # fmt: skip


class _Use(NamedTuple):
    """A place where a mask counts as a number."""

    mask: ex.Expression
    """What gives the mask."""
    place: CallSite | Site
    span: Span


def check(view: FileView) -> Iterator[Hit]:
    """Hits: each use of a comparison of floating-point numbers in arithmetic or a cast, if a function has two of the same comparison."""
    by_function = defaultdict[int, list[_Use]](list)
    for use in (*_operands(view), *_casts(view)):
        if view.source(use.span).replace(".", "").isidentifier():  # what is written out twice is computed twice
            by_function[use.place.function].append(use)
    for uses in by_function.values():
        for use in uses:
            if sum(other.mask is use.mask for other in uses) > 1:
                yield view.hit(use.place, v.LIKELY, None, operand=view.source(use.span))._replace(replaces=use.span)


def _operands(view: FileView) -> Iterator[_Use]:
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _OPERATORS:
            for side, index in enumerate((e.left, e.right)):
                span = operand(view, site, side) if _is_computed_mask(view, index) else None
                if span is not None:
                    yield _Use(view.unnarrowed(index), site, span)


def _casts(view: FileView) -> Iterator[_Use]:
    for call in view.calls_of(*_CASTS):
        if call.receiver and _is_computed_mask(view, call.receiver.expression) and not is_of(view, call.site.expression, _MASK):
            yield _Use(view.unnarrowed(call.receiver.expression), call.site, call.receiver.span)


def _is_computed_mask(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor of truth values that a comparison of what may carry gradients gives."""
    return is_of(view, index, _MASK) and _compares(view, index)


def _compares(view: FileView, index: int) -> bool:
    match view.unnarrowed(index):
        case ex.Comparison(operands=operands):
            return any(view.tensor(each) is not None and not holds_integers(view, each) for each in operands)
        case ex.Binary(operator, left, right) if operator in _LOGICAL:
            return _compares(view, left) or _compares(view, right)
        case ex.Unary("BitInvert", inner):
            return _compares(view, inner)
        case ex.Item():
            return True  # what a function gives among others: nobody sees here what it compares
        case ex.Call(callee):
            method = view.unnarrowed(callee)
            return isinstance(method, ex.Attribute) and method.name in _COMPARING
    return False

"""Masks that take part in arithmetic more than once: PyNative mode adds their gradients, which are truth values."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Site
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.computed_masks import is_computed_mask, mask_root, runs_again, variable
from mindaudit.hazards.queries.integer_casts import is_of
from mindaudit.hazards.queries.operands import operand
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply", "Divide"})
_MASKING: Final = frozenset({"Add", "Multiply"})
"""The operators that make a mask of two."""
_KEEPERS: Final = (ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.Return, ast.Yield, ast.Lambda, ast.Tuple, ast.List, ast.IfExp)
"""What keeps or hands out a value as it is."""
_MASK: Final = frozenset({"bool"})
_CASTS: Final = tuple(f"torch.Tensor.{name}" for name in ("float", "half", "double", "bfloat16", "to", "type", "type_as", "int", "long"))
_SUMS: Final = tuple(f"torch.{owner}{name}" for owner in ("", "Tensor.") for name in ("sum", "mul", "multiply", "count_nonzero"))


class _Use(NamedTuple):
    """A place where a mask counts as a number."""

    mask: ex.Expression
    """What gives the mask."""
    place: CallSite | Site
    span: Span
    times: int
    """How often, as far as is seen: twice in a loop that does not make the mask anew."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: each use of a comparison of floating-point numbers in arithmetic or a cast, if a function has two of the same comparison.

    So is a product of comparisons that a name gets or a function returns.
    """
    by_function = defaultdict[int, list[_Use]](list)
    for use in (*_operands(view), *_calls(view)):
        by_function[use.place.function].append(use)
    for uses in by_function.values():
        for use in uses:
            if sum(other.times for other in uses if other.mask is use.mask) > 1:
                yield view.hit(use.place, v.LIKELY, None, operand=view.source(use.span))._replace(replaces=use.span)
    yield from _products(view)


def _operands(view: FileView) -> Iterator[_Use]:
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _OPERATORS:
            for side, index in enumerate((e.left, e.right)):
                if is_computed_mask(view, index) and (span := operand(view, site, side)):
                    yield from _used(view, index, site, span)


def _calls(view: FileView) -> Iterator[_Use]:
    for call in view.calls_of(*_CASTS, *_SUMS):
        taken = call.receiver or call.argument("input")
        if taken and is_computed_mask(view, taken.expression) and not is_of(view, call.site.expression, _MASK):
            yield from _used(view, taken.expression, call.site, taken.span)


def _used(view: FileView, index: int, place: CallSite | Site, span: Span) -> Iterator[_Use]:
    """A use of a variable or of a part of one: what is written out twice is computed twice."""
    path = view.syntax.at(span)
    if name := variable(path):
        yield _Use(view.unnarrowed(mask_root(view, index)), place, span, 2 if runs_again(path, name) else 1)


def _products(view: FileView) -> Iterator[Hit]:
    """The products of comparisons that are kept: what becomes of them may be used more than once."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _MASKING and all(is_computed_mask(view, side) for side in (e.left, e.right)):
            span = site.start, site.end
            path = view.syntax.at(span)
            if isinstance(path[1] if len(path) > 1 else None, _KEEPERS):
                yield view.hit(site, v.LIKELY, None, variant="product", operand=view.source(span))._replace(replaces=span)

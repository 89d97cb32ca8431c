"""Operands that may be NumPy's beside tensors, or beside what may be one, inside of a recipe's call.

No tensor of MindSpore's is equal to what NumPy holds, and a number of NumPy's left of one makes an array. PyNative mode. What is surely
NumPy's beside a tensor is a hazard; here are the operands of which not enough is known, in projects that use NumPy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.beside_arrays import may_be_array, named_parts
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.hazards.queries.numpy_calls import is_number_of_numpy, is_numpy, may_be_numpy, uses_numpy
from mindaudit.model import Span
from mindaudit.rewrite.tensors.numpy_operands import RECIPE, within_beside
from mindaudit.rewrite.text.change import Change, untouched, within
from mindaudit.rewrite.text.places import Places

_EQUAL = (("Equal",), ("NotEqual",))
_BOUND = "any_bound"


def unsure_operands(view: FileView, made: Iterable[Change], places: Places) -> Iterator[Change]:
    """The operands for which nothing is `made` yet."""
    is_free = untouched(made)
    if not uses_numpy(view):
        return
    yield from (each for each in (*_compared(view, places), *_left_operands(view, places)) if is_free(each.span))


def _compared(view: FileView, places: Places) -> Iterator[Change]:
    """What may be NumPy's beside a tensor, or is that beside something unknown; a list keeps what it is compared with."""
    for site, compared in comparisons(view):
        match view.syntax.at((site.start, site.end))[:1]:
            case [ast.Compare(left=left, comparators=[right])] if compared.operators in _EQUAL:
                first, second = compared.operands
                for index, other, node, beside in ((second, first, right, left), (first, second, left, right)):
                    if view.tensor(other) is not None and may_be_numpy(view, index):
                        yield _beside(view, other, places.span(node), beside)
                        break
                    if view.is_unknown(other) and _may_be_number(view, index):
                        span, text = places.span(node), beside.id if isinstance(beside, ast.Name) else ""
                        yield within_beside(span, text) if text else within(span, _BOUND)
                        break


def _beside(view: FileView, other: int, span: Span, beside: ast.expr) -> Change:
    """An operand that becomes a tensor; where the one beside it may be an array only if that is a tensor, too."""
    asked = named_parts(beside) if may_be_array(view, other) else []
    return within_beside(span, ", ".join(map(view.syntax.source, asked))) if asked else within(span, RECIPE)


def _left_operands(view: FileView, places: Places) -> Iterator[Change]:
    """Numbers of NumPy left of an operator and something unknown; beside an array of NumPy's Python's number does the same."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and _is_number(view, e.left) and view.is_unknown(e.right):
            match view.syntax.at((site.start, site.end))[:1]:
                case [ast.BinOp(left=left)]:
                    yield within(places.span(left), _BOUND)


def _may_be_number(view: FileView, index: int) -> bool:
    """Whether an expression is a number of NumPy, or an element of an array, which may be one."""
    is_element = isinstance(view.unnarrowed(index), ex.Subscript | ex.Element)
    return _is_number(view, index) or (is_element and is_numpy(view, index) and not view.value(index).open)


def _is_number(view: FileView, index: int) -> bool:
    """Whether an expression is a number of NumPy and can be nothing else."""
    return is_number_of_numpy(view, index) and not view.value(index).open

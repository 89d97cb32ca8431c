"""Reductions of selections that may be empty, or are."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import made_by_data
from mindaudit.model import Span

_REDUCTIONS = ("sum", "mean", "any", "norm", "logsumexp", "nansum")
_LOSSES = ("mse_loss", "l1_loss", "huber_loss", "binary_cross_entropy")
_NAMES = (
    *(f"torch.{name}" for name in _REDUCTIONS),
    *(f"torch.Tensor.{name}" for name in _REDUCTIONS),
    *(f"torch.nn.functional.{name}" for name in _LOSSES),
)
"""Found wrong by running them on tensors without elements; what reduces along a dimension, and the median, are not among them."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a reduction to one number of `x[:0]`, or of what has as many elements as data gives: by a mask, or found positions."""
    for call in view.calls_of(*_NAMES):
        reduced = call.argument("input")
        if reduced is None or call.argument("dim") is not None:
            continue
        if made_by_data(view, reduced.expression) or _is_empty(view, reduced.span):
            yield view.hit(call, call.level, input=view.text_of(reduced))


def _is_empty(view: FileView, span: Span) -> bool:
    """Whether an expression is a slice that ends where it begins, `x[:0]`."""
    match view.syntax.at(span)[:1]:
        case [ast.Subscript(slice=ast.Slice(lower=None | ast.Constant(value=0), upper=ast.Constant(value=0), step=None))]:
            return True
    return False

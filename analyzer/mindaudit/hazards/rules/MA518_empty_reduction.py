"""Reductions of selections that may be empty."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.origins import made_by_data

_REDUCTIONS = ("sum", "mean", "any", "norm", "logsumexp", "nansum")
_LOSSES = ("mse_loss", "l1_loss", "huber_loss", "binary_cross_entropy")
_NAMES = (
    *(f"torch.{name}" for name in _REDUCTIONS),
    *(f"torch.Tensor.{name}" for name in _REDUCTIONS),
    *(f"torch.nn.functional.{name}" for name in _LOSSES),
)
"""Found wrong by running them on tensors without elements; what reduces along a dimension, and the median, are not among them."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a reduction to one number of a tensor that has as many elements as data gives: a mask, or positions that were found."""
    for call in view.calls_of(*_NAMES):
        reduced = call.argument("input")
        if reduced and made_by_data(view, reduced.expression) and call.argument("dim") is None:
            yield view.hit(call, call.level, input=view.text_of(reduced))

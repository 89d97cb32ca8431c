"""Reductions over an axis that is read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.hazards.queries.sizes import length_cause

_REDUCING = (
    "sum", "mean", "prod", "max", "min", "amax", "amin", "aminmax", "any", "all", "argmax", "argmin", "std", "var", "norm", "logsumexp",
    "median", "nanmedian", "mode", "nansum", "nanmean", "std_mean", "var_mean", "count_nonzero",
)  # fmt: skip
_NAMES = tuple(f"torch.{prefix}{name}" for name in _REDUCING for prefix in ("", "Tensor."))


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an axis, or one of several, that is a number read from tensor data."""
    for call in view.calls_of(*_NAMES):
        axis = call.argument("dim")
        if axis and any(length_cause(view, each) == "data" and view.tensor(each) is None for each in keys(view, axis.expression)):
            yield view.hit(call, call.level)

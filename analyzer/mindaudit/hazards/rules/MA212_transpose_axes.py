"""Reordering of dimensions by axes that are read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.sizes import length_cause

_NAMES = tuple(
    f"torch.{prefix}{name}"
    for name in ("transpose", "permute", "movedim", "moveaxis", "swapaxes", "swapdims", "squeeze", "unsqueeze")
    for prefix in ("", "Tensor.")
)
_AXES = ("dim", "dims", "dim0", "dim1", "axis0", "axis1", "source", "destination")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an axis that is a number read from tensor data."""
    for call in view.calls_of(*_NAMES):
        axes = [axis for axis in call.arguments(*_AXES) if view.tensor(axis.expression) is None]
        if any(length_cause(view, axis.expression) == "data" for axis in axes):
            yield view.hit(call, call.level)

"""Reordering of dimensions by axes that are read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.sizes import length_cause

_NAMES = tuple(
    f"torch.{prefix}{name}"
    for name in ("transpose", "permute", "movedim", "moveaxis", "swapaxes", "swapdims", "squeeze", "unsqueeze")
    for prefix in ("", "Tensor.")
)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an axis that is a number read from tensor data."""
    for call in view.calls_of(*_NAMES):
        axes = [operand for operand in call.operands[1:] if view.tensor(operand.expression) is None]
        if any(length_cause(view, axis.expression) == "data" for axis in axes):
            yield view.hit(call, call.level)

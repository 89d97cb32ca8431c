"""masked_select: as many elements as the mask has true ones."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """Every call is a hit: the result's length is always data."""
    for call in view.calls_of("torch.masked_select", "torch.Tensor.masked_select"):
        yield view.hit(call, call.level, input=view.text_of(call.argument("input")), mask=view.text_of(call.argument("mask")))

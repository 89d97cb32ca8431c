"""masked_select: as many elements as the mask has true ones."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.mendings import reduced


def check(view: FileView) -> Iterator[Hit]:
    """Every call is a hit: the result's length is always data."""
    for call in view.calls_of("torch.masked_select", "torch.Tensor.masked_select"):
        used = reduced(view, call.span)
        mask = view.text_of(call.argument("mask"))
        hit = view.hit(call, call.level, variant=used.how if used else "", input=view.text_of(call.argument("input")), mask=mask)
        yield hit._replace(replaces=used.span if used else None)

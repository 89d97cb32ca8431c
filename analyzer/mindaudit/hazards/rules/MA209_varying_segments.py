"""Counting and segment reductions with as many entries as the data says."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.sizes import length_cause

_HISTOGRAMS = ("torch.histc", "torch.Tensor.histc", "torch.histogram", "torch.Tensor.histogram")


def check(view: FileView) -> Iterator[Hit]:
    """bincount is always a hit, histograms are with a number of bins that depends on data."""
    for call in view.calls_of("torch.bincount", "torch.Tensor.bincount"):
        plain = len(call.operands) == 1 or (call.argument("minlength") and not call.argument("weights"))
        yield view.hit(call, call.level, variant="bincount" if plain else "", input=view.text_of(call.argument("input")))
    for call in view.calls_of(*_HISTOGRAMS):
        bins = call.argument("bins")
        if bins and length_cause(view, bins.expression) == "data" and view.tensor(bins.expression) is None:
            yield view.hit(call, call.level, construct="segments", input=view.text_of(call.argument("input")))

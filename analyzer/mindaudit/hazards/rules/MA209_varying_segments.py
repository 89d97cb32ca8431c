"""Counting and segment reductions with as many entries as the data says."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.sizes import length_cause

_BINS_AT = {"torch.histc": 1, "torch.Tensor.histc": 1, "torch.histogram": 1, "torch.Tensor.histogram": 1}


def check(view: FileView) -> Iterator[Hit]:
    """bincount is always a hit, histograms are with a number of bins that depends on data."""
    for call in view.calls_of("torch.bincount", "torch.Tensor.bincount"):
        yield view.hit(call, call.level, input=view.text_of(call.operand(0, "input")))
    for call in view.calls_of(*_BINS_AT):
        bins = call.operand(1, "bins")
        if bins and length_cause(view, bins.expression) == "data" and view.tensor(bins.expression) is None:
            yield view.hit(call, call.level, construct="segments", input=view.text_of(call.operand(0, "input")))

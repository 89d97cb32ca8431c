"""Gathering with an index whose number of entries depends on data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.indexing import keys, tensor_subscripts
from mindaudit.hazards.queries.masks import masks
from mindaudit.hazards.queries.origins import made_by_data

_INDEX_AT = {
    "torch.index_select": 2,
    "torch.Tensor.index_select": 2,
    "torch.gather": 2,
    "torch.Tensor.gather": 2,
    "torch.take": 1,
    "torch.Tensor.take": 1,
    "torch.take_along_dim": 1,
    "torch.Tensor.take_along_dim": 1,
}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an integer index made by an operation with an unknown number of results. Masks are MA203."""
    for site, _, key, level in tensor_subscripts(view):
        parts = [part for part in keys(view, key) if view.expression(part)[0] != "slice"]
        if any(made_by_data(view, part) for part in parts) and not masks(view, site):
            yield view.hit(site, level, base=view.source((site.base_start, site.base_end)))
    for call in view.calls_of(*_INDEX_AT):
        position = next(_INDEX_AT[name] for name in call.names if name in _INDEX_AT)
        index = call.operand(position, "index", "indices")
        if index and made_by_data(view, index.expression):
            yield view.hit(call, call.level, base=view.text_of(call.operand(0, "input")))

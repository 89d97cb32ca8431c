"""Gathering with an index whose number of entries depends on data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import is_slice, keys, tensor_subscripts
from mindaudit.hazards.queries.masks import masks
from mindaudit.hazards.queries.origins import made_by_data

_GATHERING = tuple(f"torch.{owner}{name}" for name in ("index_select", "gather", "take", "take_along_dim") for owner in ("", "Tensor."))


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an integer index made by an operation with an unknown number of results. Masks are MA203."""
    for subscription, level in tensor_subscripts(view):
        parts = [part for part in keys(view, subscription.key) if not is_slice(view, part)]
        if any(made_by_data(view, part) for part in parts) and not masks(view, subscription):
            site = subscription.site
            yield view.hit(site, level, base=view.source((site.base_start, site.base_end)))
    for call in view.calls_of(*_GATHERING):
        index = call.argument("index", "indices")
        if index and made_by_data(view, index.expression):
            yield view.hit(call, call.level, base=view.text_of(call.argument("input")))

"""Subscripts that are read through a boolean mask."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Subscription, index_text, subscriptions
from mindaudit.hazards.queries.masked_changes import masked_change
from mindaudit.hazards.queries.masks import masked_level, masks
from mindaudit.hazards.queries.mendings import Reduced, reduced, same_shape


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a subscript one of whose keys is a tensor of truth values, on anything that can be a tensor."""
    for subscription in subscriptions(view):
        indexed = masked_level(view, subscription.base)
        found = masks(view, subscription) if indexed is not None else []
        if indexed is not None and found:
            base_text, mask_text = index_text(view, subscription.site)
            level = min(indexed, max(found))
            if change := masked_change(view, subscription):
                hit = view.hit(subscription.site, level, variant="changed", base=base_text, mask=mask_text, changed=change.changed)
                yield hit._replace(replaces=change.span)
                continue
            used = _summed(view, subscription)
            hit = view.hit(subscription.site, level, variant=used.how if used else "", base=base_text, mask=mask_text)
            yield hit._replace(replaces=used.span if used else None)


def _summed(view: FileView, subscription: Subscription) -> Reduced | None:
    """The sum or mean of what is kept, if the same can be had from all elements: the mask has one for each."""
    site = subscription.site
    return reduced(view, (site.start, site.end)) if same_shape(view, subscription.base, subscription.key) else None

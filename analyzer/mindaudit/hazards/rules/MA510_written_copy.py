"""Stores into what an index has gathered."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import gathers, origins, subscriptions
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the subscript that gathers, where a name or an attribute keeps its result and a store writes to it later."""
    stored = {(each, event.function) for event in view.events("store_item") for each in origins(view, event.expressions[0])}
    for subscription in subscriptions(view):
        site = subscription.site
        level = view.tensor(subscription.base) if (site.expression, site.function) in stored else None
        if level is not None and gathers(view, subscription.key):
            construct = "" if view.in_graph(site.function) else "host"
            yield view.hit(site, min(level, v.LIKELY), None, construct=construct)._replace(replaces=(site.start, site.end))

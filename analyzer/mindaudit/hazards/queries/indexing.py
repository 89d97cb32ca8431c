"""What several rules ask about subscripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView


class Subscription(NamedTuple):
    """A read by subscript."""

    site: Site
    base: int
    key: int


def keys(view: FileView, key: int) -> tuple[int, ...]:
    """The parts of a subscript's key: those of a tuple, else itself."""
    e = view.expression(key)
    return e.items if isinstance(e, ex.TupleDisplay) else (key,)


def index_text(view: FileView, site: Site) -> tuple[str, str]:
    """The source of a subscript's base, and of its key."""
    base = view.source((site.base_start, site.base_end))
    return base, view.source((site.base_end, site.end)).strip().removeprefix("[").removesuffix("]").strip()


def subscriptions(view: FileView) -> Iterator[Subscription]:
    """All reads by subscript outside annotations."""
    for site in view.reads("subscript"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Subscript):
            yield Subscription(site, e.base, e.index)


def tensor_subscripts(view: FileView) -> Iterator[tuple[Subscription, int]]:
    """Reads of tensors by subscript, with how sure it is that the base is a tensor."""
    for subscription in subscriptions(view):
        level = view.tensor(subscription.base)
        if level is not None:
            yield subscription, level


def is_slice(view: FileView, key: int) -> bool:
    """Whether a part of a subscript's key is a slice."""
    return isinstance(view.expression(key), ex.Slice)

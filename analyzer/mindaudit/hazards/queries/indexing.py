"""What several rules ask about subscripts."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts.records import Site
from mindaudit.hazards.framework.base import FileView


def keys(view: FileView, key: int) -> tuple[int, ...]:
    """The parts of a subscript's key: those of a tuple, else itself."""
    e = view.expression(key)
    return tuple(e[1]) if e[0] == "tuple" else (key,)


def index_text(view: FileView, site: Site) -> tuple[str, str]:
    """The source of a subscript's base, and of its key."""
    base = view.source((site.base_start, site.base_end))
    return base, view.source((site.base_end, site.end)).strip().removeprefix("[").removesuffix("]").strip()


def tensor_subscripts(view: FileView) -> Iterator[tuple[Site, int, int, int]]:
    """Reads of tensors by subscript: the site, the base, the key, and how sure it is that the base is a tensor."""
    for site in view.reads("subscript"):
        _, base, key = view.expression(site.expression)
        level = view.tensor(base)
        if level is not None:
            yield site, base, key, level

"""The comparisons of a file, with their sites."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView


def comparisons(view: FileView) -> Iterator[tuple[Site, ex.Comparison]]:
    """All comparisons outside annotations."""
    for site in view.reads("compare"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Comparison):
            yield site, e

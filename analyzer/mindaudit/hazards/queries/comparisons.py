"""The comparisons of a file, with their sites."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at


def comparisons(view: FileView) -> Iterator[tuple[Site, ex.Comparison]]:
    """All comparisons outside annotations."""
    for site in view.reads("compare"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Comparison):
            yield site, e


def whose_class(view: FileView, index: int) -> int | None:
    """The expression of which another one is the class, `type(x)`; None for any other expression."""
    e = view.unnarrowed(index)
    asks = isinstance(e, ex.Call) and len(e.arguments) == 1 and at.Builtin("type") in view.value(e.callee).atoms
    return e.arguments[0].expression if isinstance(e, ex.Call) and asks else None

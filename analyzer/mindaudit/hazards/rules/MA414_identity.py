"""Identity comparisons of tensors that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `is` or `is not` between two tensors."""
    for site, comparison in comparisons(view):
        if comparison.operators[0] in ("Is", "IsNot") and view.in_graph(site.function):
            levels = [view.tensor(operand) for operand in comparison.operands]
            level = certain_enough(*levels)
            if level is not None:
                yield view.hit(site, level, None)

"""Identity comparisons of tensors that a graph compiler sees."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit, certain_enough


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `is` or `is not` between two tensors."""
    for site in view.reads("compare"):
        _, operators, operands = view.expression(site.expression)
        if operators[0] in ("Is", "IsNot") and view.in_graph(site.function):
            levels = [view.tensor(operand) for operand in operands]
            level = certain_enough(*levels)
            if level is not None:
                yield view.hit(site, level, None)

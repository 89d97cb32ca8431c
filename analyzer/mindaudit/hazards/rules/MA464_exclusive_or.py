"""Exclusive or of truth values in graph mode."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit, certain_enough
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `^` between two truth values."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator == "BitXor" and view.in_graph(site.function):
            level = certain_enough(_truth(view, e.left), _truth(view, e.right))
            if level is not None:
                yield view.hit(site, level, None)


def _truth(view: FileView, index: int) -> int | None:
    """How sure it is that an expression is a truth value; None for what can be something else."""
    value = view.value(index)
    return value.level if value.atoms and all(v.type_name(atom) == "bool" for atom in value.atoms) else None

"""Class methods that are called in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.resolve.symbols.attributes import decorator_names
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call of a class method through a module."""
    for site in view.facts.calls:
        if not view.in_graph(site.function) or view.expression(site.callee)[0] != "attr":
            continue
        for atom in view.value(site.callee).atoms:
            if (
                atom[0] == "method"
                and "classmethod" in decorator_names(view.program, atom[1], atom[2])
                and _of_network(view, atom[1], atom[2])
            ):
                name = view.program.function(atom[1], atom[2]).name
                yield Hit((site.start, site.end), site.function, v.CERTAIN, None, {"name": name})
                break


def _of_network(view: FileView, module: int, function: int) -> bool:
    class_ = view.program.function(module, function).class_
    return class_ >= 0 and is_network(view.program, module, class_)

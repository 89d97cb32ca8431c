"""Submodules that are chosen by tensor data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import domain as v

_CONTAINERS = ("torch.nn.ModuleList", "torch.nn.Sequential", "torch.nn.ModuleDict")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a module container indexed by a number that is read from data, or by a tensor."""
    for site in view.reads("subscript"):
        _, base, key = view.expression(site.expression)
        if view.in_graph(site.function) and _holds_modules(view, base) and length_cause(view, key) == "data":
            level = v.POSSIBLE if view.by_convention(key) else view.value(base).level
            yield view.hit(site, level, None)


def _holds_modules(view: FileView, base: int) -> bool:
    torch = view.program.torch
    return any(a[0] == "instance" and any(torch.derives(a[1], name) for name in _CONTAINERS) for a in view.value(base).atoms)

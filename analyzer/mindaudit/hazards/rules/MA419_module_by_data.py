"""Submodules that are chosen by tensor data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import subscriptions
from mindaudit.hazards.queries.sizes import length_cause
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_CONTAINERS = ("torch.nn.ModuleList", "torch.nn.Sequential", "torch.nn.ModuleDict")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a module container indexed by a number that is read from data, or by a tensor."""
    for site, base, key in subscriptions(view):
        if view.in_graph(site.function) and _holds_modules(view, base) and length_cause(view, key) == "data":
            level = v.POSSIBLE if view.by_convention(key) else view.value(base).level
            yield view.hit(site, level, None)


def _holds_modules(view: FileView, base: int) -> bool:
    torch = view.evaluator.torch
    classes = [atom.torch_class for atom in view.value(base).atoms if isinstance(atom, at.Instance)]
    return any(torch.derives(class_, name) for class_ in classes for name in _CONTAINERS)

"""Tensors that a network unpacks as the arguments of a call."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what stands behind the star, where it is a tensor; a list of its parts is fine."""
    for site in view.facts.calls:
        if not view.in_graph(site.function):
            continue
        for argument in site.arguments:
            if argument.star == "*" and _is_tensor(view, argument.expression):
                span = (argument.start, argument.end)
                code = f"[part for part in {view.receiver(span)}]"
                yield Hit(span, site.function, v.LIKELY, None, {"code": code}, replaces=span)


def _is_tensor(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor, declared or computed, and nothing else."""
    value = view.value(index)
    return bool(value.atoms) and not value.open and all(isinstance(atom, at.Tensor) for atom in value.atoms)

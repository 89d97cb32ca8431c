"""Tensors that a network unpacks as the arguments of a call."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is what stands behind the star, where it is a tensor; a list of its parts is fine."""
    for site in view.facts.calls:
        if not view.in_graph(site.function):
            continue
        for argument in site.arguments:
            if argument.star == "*" and v.is_tensor(view.value(argument.expression)):
                span = (argument.start, argument.end)
                code = f"[part for part in {view.receiver(span)}]"
                yield Hit(span, site.function, v.LIKELY, None, {"code": code}, replaces=span)

"""Gradients and flags that are stored into tensors, by the recipes that keep them for `backward`, where the target has these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.model import Hazard
from mindaudit.rewrite.change import Change
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA617"
RECORDED = "recorded"
_SETTERS: Final = {"grad": "set_gradient", "requires_grad": RECORDED}


def gradient_state(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The stores as calls, and calls that make a tensor with the flag inside of one that sets it."""
    told = {each.span: each for each in hazards if each.code == CODE and each.severity != "note"}
    for node in nodes(parsed(text)) if told else ():
        match node:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr=name) as target], value=value) if places.span(target) in told:
                yield from _stored(text, owner, value, _SETTERS[name], told[places.span(target)], places)
            case ast.Call() if (span := places.span(node)) in told:
                start, end = span
                yield Change(span, (((start, start), f"{RECORDED}("), ((end, end), ")")), told[span], RECORDED)


def _stored(text: str, owner: ast.expr, value: ast.expr, setter: str, hazard: Hazard, places: Places) -> Iterator[Change]:
    """One store; one whose value or owner stands in parentheses is left to a person."""
    (start, end), (first, last) = places.span(owner), places.span(value)
    if not set(text[end:first]) & set("()\\#"):
        yield Change((start, last), (((start, start), f"{setter}("), ((end, first), ", "), ((last, last), ")")), hazard, setter)

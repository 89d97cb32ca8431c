"""Gradients and flags that are stored into tensors, by the recipes that keep them for `backward`, where the target has these."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.model import Hazard, Span
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
            case ast.Assign(targets=[ast.Attribute(attr=name) as target]) if hazard := told.get(places.span(target)):
                yield _stored(text, places.span(target), places.span(node), _SETTERS[name], hazard)
            case ast.Call() if (span := places.span(node)) in told:
                start, end = span
                yield Change(span, (((start, start), f"{RECORDED}("), ((end, end), ")")), told[span], RECORDED)


def _stored(text: str, target: Span, statement: Span, setter: str, hazard: Hazard) -> Change:
    """One store: its owner and its value stay as they are written."""
    start, end = statement
    dot, equals = text.rindex(".", *target), text.index("=", target[1])
    return Change(statement, (((start, start), f"{setter}("), ((dot, equals + 1), ","), ((end, end), ")")), hazard, setter)

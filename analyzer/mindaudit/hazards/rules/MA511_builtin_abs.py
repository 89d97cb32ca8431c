"""Python's `abs` of complex tensors."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of the builtin with what is surely a complex tensor. The mending code stands around the call."""
    for call in view.calls_of("builtins.abs"):
        operand = call.operand(0)
        if operand is not None and v.is_complex(view.value(operand.expression)):
            hit = view.hit(call, min(call.level, v.LIKELY), None)
            yield hit._replace(fields=hit.fields | {"magnitude": view.source(hit.span)}, replaces=hit.span)

"""Python's `abs` of complex tensors."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of the builtin with a tensor that is complex, be it in some calls. The mending code stands around the call."""
    for call in view.calls_of("builtins.abs"):
        operand = call.operand(0)
        if operand is not None and _is_concerned(view.value(operand.expression)):
            hit = view.hit(call, min(call.level, v.LIKELY), None)
            yield hit._replace(fields=hit.fields | {"magnitude": view.source(hit.span)}, replaces=hit.span)


def _is_concerned(value: v.Value) -> bool:
    """Whether a value is nothing but a tensor, which is complex at times; the real part of a real one is itself."""
    is_tensor = not value.open and all(isinstance(atom, at.Tensor) for atom in value.atoms)
    return v.is_complex(value) or (is_tensor and v.may_be_complex(value))

"""Samplers whose number of samples varies."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call, Operand
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.sizes import length_cause

_TORCH = {"torch.multinomial": "num_samples", "torch.Tensor.multinomial": "num_samples", "torch.randperm": "n"}
"""The parameter that is the number of samples."""
_OTHERS = {"random.sample": (1, "k"), "random.choices": (3, "k"), "numpy.random.choice": (1, "size"), "numpy.random.permutation": (0, "x")}
"""Its position and name in other libraries."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a number of samples that depends on data or on an input's shape."""
    for call in view.calls_of(*_TORCH, *_OTHERS):
        count = _count(call)
        cause = length_cause(view, count.expression) if count else None
        if count and cause:
            yield view.hit(call, call.level, cause)


def _count(call: Call) -> Operand | None:
    """The number of samples that a call asks for."""
    torch = [_TORCH[name] for name in sorted(call.names) if name in _TORCH]
    others = [_OTHERS[name] for name in sorted(call.names) if name in _OTHERS]
    return call.argument(*torch) if torch else call.operand(*others[0])

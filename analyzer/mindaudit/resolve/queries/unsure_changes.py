"""Augmented assignments to what may be a tensor, of which too little is known for a usage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.model import Span
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_OF_OTHERS: Final = (at.List, at.Items, at.Tuple, at.Dict, at.Set)
_NUMBERS: Final = frozenset({"int", "float"})
_TEXTS: Final = frozenset({"str", "bytes"})


def unsure_changes(evaluator: Evaluator, module: int) -> Iterator[Span]:
    """The places of `x += y` where x may be a tensor, and nothing else that is known, and y what a tensor goes with."""
    for site in evaluator.facts[module].sites:
        e = evaluator.expression(module, site.expression) if site.kind == "augmented" else None
        if isinstance(e, ex.Binary):
            changed, operand = evaluator.value(module, e.left), evaluator.value(module, e.right)
            is_summed = operand.open and isinstance(evaluator.facts[module].expressions[e.left], ex.Attribute)
            if _may_be_tensor(changed, is_summed) and not v.is_tensor(changed) and not _goes_with_none(operand):
                yield site.start, site.end


def _may_be_tensor(value: Value, is_summed: bool) -> bool:
    """Whether a tensor is all that is known of a value, or nothing is: an empty container can be filled by another name.

    A number that is changed by a tensor becomes one: `self.sum = 0` and `self.sum += x`. `is_summed`: that may happen to an attribute.
    """
    is_summed = is_summed or any(isinstance(atom, at.Tensor) for atom in value.atoms)
    others = [atom for atom in value.atoms if not isinstance(atom, at.Tensor | at.Grown) and not v.is_none(atom)]
    is_other = any(not is_summed or v.type_name(atom) not in _NUMBERS for atom in others)
    return not is_other and (value.open or not value.atoms or v.can_be_tensor(value))


def _goes_with_none(value: Value) -> bool:
    """Whether a value is known to be a text or a container."""
    return bool(value.atoms) and not value.open and all(isinstance(a, _OF_OTHERS) or v.type_name(a) in _TEXTS for a in value.atoms)

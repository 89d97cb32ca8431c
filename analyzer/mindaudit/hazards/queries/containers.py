"""What containers hold."""

from __future__ import annotations

from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value


def holds_tensors(atom: Atom) -> bool:
    """Whether an atom is a list, an iterator, a tuple or a dict with a tensor in it."""
    match atom:
        case at.List(elements) | at.Iterator(elements) | at.Grown(elements):
            return has_tensor(elements)
        case at.Tuple(items) | at.Items(items):
            return any(map(has_tensor, items))
        case at.Dict(pairs, others):
            return has_tensor(others) or any(has_tensor(pair.value) for pair in pairs)
    return False


def has_tensor(value: Value) -> bool:
    """Whether a value may be a tensor, or hold one."""
    return v.can_be_tensor(value) or any(map(holds_tensors, value.atoms))

"""Operators of NumPy arrays that graph mode treats as operators of tensors."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.libraries import ARRAY, maker
from mindaudit.resolve.values import domain as v

_UNARY = frozenset({"BitInvert", "Plus"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a product `@`, `~` or `+` of arrays in a function that a forward reaches."""
    for site in (*view.reads("binary"), *view.reads("augmented"), *view.reads("unary")):
        if view.in_graph(site.function):
            operands = _operands(view.expression(site.expression))
            if operands and all(_is_array(view, each) for each in operands):
                yield view.hit(site, v.LIKELY, None)


def _operands(e: ex.Expression) -> tuple[int, ...]:
    """What such an operator takes; nothing for other expressions."""
    match e:
        case ex.Binary(operator, left, right) if operator.startswith("MatrixMultiply"):
            return left, right
        case ex.Unary(operator, operand) if operator in _UNARY:
            return (operand,)
    return ()


def _is_array(view: FileView, index: int) -> bool:
    """Whether an expression is an array of NumPy and nothing else."""
    value = view.value(index)
    return bool(value.atoms) and not value.open and all(maker(atom) == ARRAY for atom in value.atoms)

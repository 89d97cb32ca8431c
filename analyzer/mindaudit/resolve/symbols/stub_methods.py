"""Attributes of which little can be seen where they are: methods without a result, containers that only grow."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_PERHAPS: Final = frozenset({"method", "constant", "absent"})


def may_be_hollow(value: Value) -> bool:
    """Whether a value can be a method, or a property's, of which nothing comes."""
    return len(value.atoms) < 2 and next(iter(value.atoms), v.ABSENT)[0] in _PERHAPS


def has_only_grown(values: list[Value]) -> bool:
    """Whether nothing is known but what a container got."""
    return all(atom[0] == "grown" for value in values for atom in value.atoms)


def is_hollow(program: Program, module: int, index: int) -> bool:
    """Whether an expression is a function without a result."""
    e = program.expression(module, index)
    function = program.function(module, e[1]) if e[0] == "func" else None
    return function is not None and not function.results and not function.yields and function.class_ >= 0

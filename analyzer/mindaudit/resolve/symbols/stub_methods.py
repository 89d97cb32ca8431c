"""Attributes of which the code shows little: stub methods without a result of their own, and containers that are only added to."""

from __future__ import annotations

from collections.abc import Iterable

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Value


def may_be_stub(value: Value) -> bool:
    """Whether a value can be a stub method, or what a stub property gives."""
    return len(value.atoms) < 2 and all(isinstance(atom, (at.Method, at.Constant, at.Absent)) for atom in value.atoms)


def has_only_grown(values: Iterable[Value]) -> bool:
    """Whether only additions to a container are known."""
    return all(isinstance(atom, at.Grown) for value in values for atom in value.atoms)


def is_stub(evaluator: Evaluator, module: int, index: int) -> bool:
    """Whether an expression is a method without a result."""
    e = evaluator.expression(module, index)
    if not isinstance(e, ex.FunctionValue):
        return False
    function = evaluator.function(module, e.function)
    return not function.results and not function.yields and function.class_ >= 0

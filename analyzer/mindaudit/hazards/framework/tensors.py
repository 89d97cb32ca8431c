"""The certainty with which an expression is a tensor.

For the resolver, an operator with a possible tensor as operand returns a tensor. Here the operands count: if one may also be a number
(`size if static else tensor`), everything computed from it is only a possible tensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_TENSOR_LIKE: Final = (at.Tensor, at.Grown)
_COMPUTED: Final = (ex.Binary, ex.Comparison, ex.Unary, ex.Call)


def level_of(value: Value) -> int | None:
    """How sure it is that a value is a tensor, by its kinds alone; None when it is known to be none, or nothing is known.

    What was stored into it (`Grown`) says nothing about its kind.
    """
    if not v.can_be_tensor(value):
        return None
    only = all(isinstance(atom, _TENSOR_LIKE) or v.is_none(atom) for atom in value.atoms)
    return value.level if only and not value.open else min(value.level, v.POSSIBLE if not only else v.LIKELY)


def tensor_level(evaluator: Evaluator, module: int, index: int) -> int | None:
    """How sure it is that an expression is a tensor, with what its operands and the results of project functions can be."""
    level = level_of(evaluator.value(module, index))
    if not level or not isinstance(evaluator.expression(module, index), _COMPUTED):
        return level
    known: int | None = evaluator.once("tensor level", (module, index), lambda: _by_parts(evaluator, module, index, level))
    return level if known is None else known


def _by_parts(evaluator: Evaluator, module: int, index: int, level: int) -> int:
    parts: Sequence[int] = ()
    match evaluator.expression(module, index):
        case ex.Call(callee):
            return min(level, _of_results(evaluator, module, callee, level))
        case ex.Unary(_, operand):
            parts = (operand,)
        case ex.Comparison(_, operands):
            parts = operands
        case ex.Binary(_, left, right):
            parts = (left, right)
    sure = [known for part in parts if (known := tensor_level(evaluator, module, part)) is not None]
    return min(level, max(sure, default=level))


def _of_results(evaluator: Evaluator, module: int, callee: int, level: int) -> int:
    """The certainty that the results of project functions leave; other callees say nothing against it."""
    atoms = evaluator.value(module, callee).atoms
    functions = [atom for atom in atoms if isinstance(atom, (at.Function, at.Method))]
    if len(functions) < len(atoms):
        return level
    found = [
        tensor_level(evaluator, function.module, result)
        for function in functions
        for result in evaluator.function(function.module, function.number).results
    ]
    return min((v.POSSIBLE if known is None else known for known in found), default=level)

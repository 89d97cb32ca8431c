"""How sure it is that an expression is a tensor.

The resolver lets an operator that has a tensor among its possible operands give a tensor. Here the operands count: what may be a number,
too (`size if static else tensor`), makes a possible tensor of everything that is computed from it.
"""

from __future__ import annotations

from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value


def level_of(value: Value) -> int | None:
    """How sure it is that a value is a tensor, by its kinds alone; None when it is known to be none, or nothing is known.

    What was stored into it (`grown`) says nothing about its kind.
    """
    if not any(a[0] == "tensor" for a in value.atoms):
        return None
    only = all(a[0] in ("tensor", "grown") or a[:2] == ("constant", "NoneType") for a in value.atoms)
    return value.level if only and not value.open else min(value.level, v.POSSIBLE if not only else v.LIKELY)


def tensor_level(program: Program, module: int, index: int) -> int | None:
    """How sure it is that an expression is a tensor, with what its operands and the results of project functions can be."""
    level = level_of(program.value(module, index))
    e = program.expression(module, index)
    if not level or e[0] not in ("binary", "compare", "unary", "call"):
        return level
    known: int | None = program.once("tensor level", (module, index), lambda: _by_parts(program, module, index, level))
    return level if known is None else known


def _by_parts(program: Program, module: int, index: int, level: int) -> int:
    e = program.expression(module, index)
    if e[0] == "call":
        return min(level, _of_results(program, module, e[1], level))
    parts = (e[2],) if e[0] == "unary" else e[2] if e[0] == "compare" else e[2:]
    sure = [known for part in parts if (known := tensor_level(program, module, part)) is not None]
    return min(level, max(sure, default=level))


def _of_results(program: Program, module: int, callee: int, level: int) -> int:
    """The certainty that the results of project functions leave; other callees say nothing against it."""
    atoms = program.value(module, callee).atoms
    if not atoms or any(atom[0] not in ("function", "method") for atom in atoms):
        return level
    found = [tensor_level(program, atom[1], result) for atom in atoms for result in program.function(atom[1], atom[2]).results]
    return min((v.POSSIBLE if known is None else known for known in found), default=level)

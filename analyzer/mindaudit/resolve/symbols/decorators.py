"""The names of a function's decorators."""

from __future__ import annotations

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator


def decorator_names(evaluator: Evaluator, module: int, number: int) -> frozenset[str]:
    """The last parts of the dotted names of a function's decorators."""
    names: frozenset[str] | None = evaluator.once("decorators", (module, number), lambda: _decorator_names(evaluator, module, number))
    return names or frozenset()


def _decorator_names(evaluator: Evaluator, module: int, number: int) -> frozenset[str]:
    names = set()
    for index in evaluator.function(module, number).decorators:
        e = evaluator.expression(module, index)
        while type(e) is ex.Call:
            e = evaluator.expression(module, e.callee)
        if isinstance(e, (ex.Attribute, ex.Name, ex.FromImport)):
            names.add(e.name)
    return frozenset(names)

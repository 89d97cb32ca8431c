"""The decorators of a function, by name."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator

PROPERTIES: Final = frozenset({"property", "cached_property", "lazy_property", "abstractproperty"})
ACCESSORS: Final = frozenset({"setter", "deleter", "getter"})


def decorator_names(evaluator: Evaluator, module: int, number: int) -> frozenset[str]:
    """The last parts of the dotted names of a function's decorators."""
    names: frozenset[str] | None = evaluator.once("decorators", (module, number), lambda: _decorator_names(evaluator, module, number))
    return names or frozenset()


def is_class_method(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether a function of a class gets the class as its first argument, by its decorator."""
    return "classmethod" in decorator_names(evaluator, module, number)


def _decorator_names(evaluator: Evaluator, module: int, number: int) -> frozenset[str]:
    names = set()
    for index in evaluator.function(module, number).decorators:
        e = evaluator.expression(module, index)
        while type(e) is ex.Call:
            e = evaluator.expression(module, e.callee)
        if isinstance(e, (ex.Attribute, ex.Name, ex.FromImport)):
            names.add(e.name)
    return frozenset(names)


def property_behind(evaluator: Evaluator, module: int, number: int) -> int:
    """The property that `@name.setter` adds this function to, as an expression; -1 where it is none of the file's."""
    for index in evaluator.function(module, number).decorators:
        match evaluator.expression(module, index):
            case ex.Attribute(base, name) if name in ACCESSORS and isinstance(evaluator.expression(module, base), ex.FunctionValue):
                return base
    return -1

"""The structure of expressions: how they are made, without the numbers that they and the definitions in a file happen to have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import astuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.dependence import bindings

Structure: TypeAlias = tuple[object, ...]


class Definitions:
    """The functions and classes of a file by name."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self.functions = _distinct(function.qualname for function in facts.functions)
        self.classes = _distinct(class_.qualname for class_ in facts.classes)

    def structure(self, *roots: int) -> Structure:
        """The structure of some expressions: equal for those of another text if both are made alike of the same parts.

        Expressions are walked from the roots to their operands, each once; names and loops lead to the expressions behind them.
        """
        parts: list[object] = []
        seen: dict[int, int] = {}
        waiting = list(reversed(roots))
        while waiting:
            index = waiting.pop()
            if index < 0 or index in seen:
                parts.append(seen.get(index, -1))
                continue
            seen[index] = len(seen)
            head, operands = self._split(self.facts.expressions[index])
            parts.append((*head, len(operands)))
            waiting += reversed(operands)
        return tuple(parts)

    def _split(self, e: Expression) -> tuple[Structure, Sequence[int]]:
        """What an expression is, and its operands."""
        match e:
            case ex.Constant(type_name, value):
                return ("const", type_name, repr(value)), ()
            case ex.Import() | ex.FromImport() | ex.Unknown():
                return (e,), ()
            case ex.Name(function, name):
                return ("name", name), bindings(self.facts, function, name) or (self.facts.exports.get(name, -1),)
            case ex.Parameter(function, name):
                return ("param", self.functions[function], name), ()
            case ex.FunctionValue(function):
                return ("func", self.functions[function]), ()
            case ex.ClassValue(class_) | ex.Super(class_):
                return (type(e).__name__, self.classes[class_] if class_ >= 0 else ""), ()
            case ex.Phi(slot):
                return ("phi",), self.facts.slots[slot]
            case ex.Item(sequence, position) | ex.Rest(sequence, position):
                return (type(e).__name__, position), (sequence,)
        return _split_others(e)


def _split_others(e: Expression) -> tuple[Structure, Sequence[int]]:
    """The same of expressions in which every whole number is an operand."""
    head: list[object] = [type(e).__name__]
    operands: list[int] = []
    waiting = list(reversed(astuple(e)))
    while waiting:
        part = waiting.pop()
        if type(part) is int:
            operands.append(part)
        elif isinstance(part, tuple):
            waiting += reversed(part)
        else:
            head.append(part)
    return tuple(head), operands


def _distinct(names: Iterable[str]) -> list[str]:
    """The names, numbered where one occurs again."""
    counts: Counter[str] = Counter()
    found = []
    for name in names:
        counts[name] += 1
        found.append(f"{name}#{counts[name]}")
    return found

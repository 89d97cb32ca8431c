"""Which expressions of two texts of a file are made alike, whatever numbers they and the definitions around them have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import astuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.dependence import bindings

Parts: TypeAlias = tuple[tuple[object, ...], Sequence[int]]
"""What an expression is in itself, and its operands."""


class Text:
    """One text of a file, with its functions and classes by name."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self.functions = _distinct(function.qualname for function in facts.functions)
        self.classes = _distinct(class_.qualname for class_ in facts.classes)

    def parts(self, e: Expression) -> Parts:
        """An expression without numbers of functions and classes. Names and loops have the expressions behind them as operands."""
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
                return (type(e), self.classes[class_] if class_ >= 0 else ""), ()
            case ex.Phi(slot):
                return ("phi",), self.facts.slots[slot]
            case ex.Item(sequence, position):
                return ("item", position), (sequence,)
            case ex.Rest(sequence, position, behind):
                return ("rest", position, behind), (sequence,)
        return _parts_of_others(e)


def _parts_of_others(e: Expression) -> Parts:
    """The same of an expression in which every whole number is an operand."""
    head: list[object] = [type(e)]
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
    """The names, each with the how manieth of its kind it is."""
    counts: Counter[str] = Counter()
    found = []
    for name in names:
        counts[name] += 1
        found.append(f"{name}#{counts[name]}")
    return found


def shapes(old: Text, new: Text) -> tuple[Sequence[int], Sequence[int]]:
    """A number for every expression of both texts, equal where they are made alike of parts of equal shapes.

    All begin alike and are told apart by their parts until no more can be (partition refinement).
    """
    parts = [[text.parts(e) for e in text.facts.expressions] for text in (old, new)]
    found, distinct = [[0] * len(each) for each in parts], 0
    while True:
        # numbers follow the first occurrence, so that they stay as they are where no shape is told apart any more
        numbers: dict[object, int] = {}
        found = [_refined(each, before, numbers) for each, before in zip(parts, found, strict=True)]
        if len(numbers) == distinct:
            return found[0], found[1]
        distinct = len(numbers)


def _refined(parts: Sequence[Parts], before: list[int], numbers: dict[object, int]) -> list[int]:
    """Shapes that tell apart what has parts of different shapes; what stands further down has the shape of the round before."""
    now = before.copy()
    for index, (head, operands) in enumerate(parts):
        shape = before[index], head, tuple([now[operand] if operand >= 0 else -1 for operand in operands])
        now[index] = numbers.setdefault(shape, len(numbers))
    return now

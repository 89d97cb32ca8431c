"""Structural hashes of the expressions in two versions of a file.

Two expressions have the same hash exactly if they are structurally equal; the numbers of expressions, functions and classes do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from msgspec.structs import astuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression, Record
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.dependence import bindings

Parts: TypeAlias = tuple[tuple[object, ...], Sequence[int]]
"""What distinguishes an expression apart from its operands, and the operands."""


class Text:
    """One version of a file, with its functions and classes by name."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self.functions = _distinct(function.qualname for function in facts.functions)
        self.classes = _distinct(class_.qualname for class_ in facts.classes)

    @cached_property
    def parts(self) -> list[Parts]:
        """The parts of each expression; functions and classes are given by name, not by number."""
        return [_OWN_PARTS.get(type(e), _parts_of_others)(self, e) for e in self.facts.expressions]


def _of_name(text: Text, e: ex.Name) -> Parts:
    """A name: its operands are the expressions bound to it."""
    return ("name", e.name), bindings(text.facts, e.function, e.name) or (text.facts.exports.get(e.name, -1),)


def _parts_of_others(text: Text, e: Expression) -> Parts:
    """The parts of an expression in which every whole number is an operand."""
    head: list[object] = [type(e)]
    operands: list[int] = []
    waiting = list(reversed(astuple(e)))
    while waiting:
        part = waiting.pop()
        if type(part) is int:
            operands.append(part)
        elif isinstance(part, (tuple, Record)):
            waiting += reversed(part if isinstance(part, tuple) else astuple(part))
        else:
            head.append(part)
    return tuple(head), operands


_OWN_PARTS: Final[Mapping[type, Callable[[Text, Any], Parts]]] = {
    ex.Constant: lambda _, e: (("const", e.type_name, repr(e.value)), ()),
    ex.Import: lambda _, e: ((e,), ()),
    ex.FromImport: lambda _, e: ((e,), ()),
    ex.Unknown: lambda _, e: ((e,), ()),
    ex.Name: _of_name,
    ex.Parameter: lambda text, e: (("param", text.functions[e.function], e.name), ()),
    ex.FunctionValue: lambda text, e: (("func", text.functions[e.function]), ()),
    ex.ClassValue: lambda text, e: (("class", text.classes[e.class_]), ()),
    ex.Super: lambda text, e: (("super", text.classes[e.class_] if e.class_ >= 0 else ""), ()),
    ex.Phi: lambda text, e: (("phi",), text.facts.slots[e.slot]),
    ex.Item: lambda _, e: (("item", e.position), (e.sequence,)),
    ex.Rest: lambda _, e: (("rest", e.position, e.behind), (e.sequence,)),
}
"""Expressions with numbers that are no operands."""


def _distinct(names: Iterable[str]) -> list[str]:
    """The names, each with its number among equal ones: `f#1`, `f#2`."""
    counts: Counter[str] = Counter()
    found = []
    for name in names:
        counts[name] += 1
        found.append(f"{name}#{counts[name]}")
    return found


def structural_hashes(old: Text, new: Text) -> tuple[Sequence[int], Sequence[int]]:
    """The hash of every expression in both versions.

    By partition refinement: all expressions start in one class, and classes are split by the classes of the operands until none changes.
    """
    heads: dict[object, int] = {}
    parts = [[(heads.setdefault(head, len(heads)), operands) for head, operands in text.parts] for text in (old, new)]
    found, distinct = [[0] * len(each) for each in parts], 0
    while True:
        # numbered by first occurrence, so that the numbers stay the same once no class is split any more
        numbers: dict[tuple[int, ...], int] = {}
        found = [_refined(each, before, numbers) for each, before in zip(parts, found, strict=True)]
        if len(numbers) == distinct:
            return found[0], found[1]
        distinct = len(numbers)


def _refined(parts: Iterable[tuple[int, Sequence[int]]], before: list[int], numbers: dict[tuple[int, ...], int]) -> list[int]:
    """The hashes after one more round; an operand further down in the file still has its hash of the round before."""
    now = [*before, -1]  # the last one is for absent operands, whose index is -1
    for index, (head, operands) in enumerate(parts):
        structure = before[index], head, *[now[operand] for operand in operands]
        now[index] = numbers.setdefault(structure, len(numbers))
    return now[:-1]

"""Which expressions of a file's new text say the same as some of its old text, whatever their numbers and positions are now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from mindaudit.facts.records import Expression, Function, ModuleFacts
from mindaudit.resolve.solver.dependence import bindings

_REFERENCES: Final = {
    "attr": (1,), "elem": (1,), "item": (1,), "rest": (1,), "enter": (1,), "except": (1,), "await": (1,), "yield": (1,), "star": (1,),
    "sub": (1, 2), "slice": (1, 2, 3), "narrow": (1, 2), "binary": (2, 3), "unary": (2,), "ifexp": (1, 2, 3), "comp": (2, 3),
    "grow": (1, 3), "annotated": (1, 2), "join": (1,), "list": (1,), "tuple": (1,), "set": (1,),
    "fstring": (1,), "compare": (2,), "bool": (2,),
}  # fmt: skip
"""Operation -> the operands that are indices of expressions, or tuples of such."""
_MOST_PASSES: Final = 50

Key = tuple[str, int]
"""A function or class: its qualified name, and the how manieth of that name it is."""


class Matched(NamedTuple):
    """Old and new facts of a file beside each other. Expressions of equal shape are made alike of alike parts, so they mean the same."""

    old: ModuleFacts
    new: ModuleFacts
    old_shapes: Sequence[int]
    new_shapes: Sequence[int]
    functions: dict[int, int]
    """Old number -> new number; what is gone is not in here."""
    classes: dict[int, int]

    def expressions(self) -> list[int]:
        """For each new expression an old one of its shape, or -1."""
        known = {shape: index for index, shape in enumerate(self.old_shapes)}
        return [known.get(shape, -1) for shape in self.new_shapes]


def match(old: ModuleFacts, new: ModuleFacts) -> Matched:
    """Compare two texts of one file. Shapes are refined from coarse ones until no more can be told apart (Moore's partition refinement)."""
    shapes = _Shapes(old), _Shapes(new)
    distinct = 0
    for _ in range(_MOST_PASSES):
        numbers: dict[Any, int] = {}
        for each in shapes:
            each.refine(numbers)
        if len(numbers) == distinct:
            break
        distinct = len(numbers)
    return Matched(
        old,
        new,
        shapes[0].shapes,
        shapes[1].shapes,
        _same_keys(shapes[0].functions, shapes[1].functions),
        _same_keys(shapes[0].classes, shapes[1].classes),
    )


def _same_keys(old: Iterable[Key], new: Iterable[Key]) -> dict[int, int]:
    numbers = {key: number for number, key in enumerate(new)}
    return {number: numbers[key] for number, key in enumerate(old) if key in numbers}


class _Shapes:
    """The shapes of one text's expressions."""

    def __init__(self, facts: ModuleFacts) -> None:
        self.facts = facts
        self.functions = _keys(function.qualname for function in facts.functions)
        self.classes = _keys(each.qualname for each in facts.classes)
        self.shapes = [0] * len(facts.expressions)

    def refine(self, numbers: dict[Any, int]) -> None:
        """Tell apart what has unlike parts. `numbers` gives each distinct shape a number, in both texts."""
        before, self.shapes = self.shapes, []
        for index, e in enumerate(self.facts.expressions):
            self.shapes.append(numbers.setdefault((before[index], self._spelled(e, self.shapes, before)), len(numbers)))

    def _spelled(self, e: Expression, known: Sequence[int], before: Sequence[int]) -> tuple[Any, ...]:
        """An expression with shapes instead of indices and names instead of numbers. What can stand further down has its last shape."""
        match e[0]:
            case "const" | "import" | "from" | "unknown":
                return e
            case "call":
                return "call", known[e[1]], tuple([(keyword, known[index]) for keyword, index in e[2]])
            case "dict":
                return "dict", tuple([(_shape(key, known), known[index]) for key, index in e[1]])
            case "phi":
                return "phi", tuple([before[index] for index in self.facts.slots[e[1]]])
            case "param":
                return "param", self.functions[e[1]], e[2], self._parameter(self.facts.functions[e[1]], e[2], before)
            case "name":
                return "name", self.functions[e[1]], e[2], self._bound(e[1], e[2], before)
            case "func":
                return "func", self.functions[e[1]]
            case "class" | "super":
                return e[0], self.classes[e[1]] if e[1] >= 0 else None
        references = _REFERENCES[e[0]]
        return tuple([_shape(part, known) if place in references else part for place, part in enumerate(e)])

    def _parameter(self, function: Function, name: str, known: Sequence[int]) -> tuple[Any, ...]:
        found = next((p for p in function.params if p.name == name), None)
        decorators = [known[index] for index in function.decorators]
        return (found.kind, _shape(found.default, known), _shape(found.annotation, known), *decorators) if found else ()

    def _bound(self, function: int, name: str, known: Sequence[int]) -> tuple[int, ...]:
        exported = self.facts.exports.get(name, -1)
        return tuple([known[index] for index in bindings(self.facts, function, name) or (exported,) if index >= 0])


def _shape(part: Any, known: Sequence[int]) -> Any:
    """The shape of an operand, or the shapes of several; -1 where none is written."""
    if isinstance(part, tuple):
        return tuple([_shape(each, known) for each in part])
    return known[part] if part >= 0 else -1


def _keys(names: Iterable[str]) -> list[Key]:
    counts: dict[str, int] = {}
    keys = []
    for name in names:
        counts[name] = counts.get(name, 0) + 1
        keys.append((name, counts[name]))
    return keys

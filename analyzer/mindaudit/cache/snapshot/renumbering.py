"""Maps values of an earlier resolution to the numbers that functions and classes have in the new texts of changed files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from mindaudit.cache.snapshot.structural_hash import Text, structural_hashes
from mindaudit.facts import expressions as ex
from mindaudit.resolve.queries.file_summary import Place
from mindaudit.resolve.solver.evaluator import CannotResumeError
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value


class Change:
    """The old and the new text of a file, and the new numbers of the functions and classes of the old one."""

    def __init__(self, old: Text, new: Text) -> None:
        """Raises CannotResumeError if a function or class is gone."""
        self.old, self.new = old, new
        self.functions = _new_numbers(self.old.functions, self.new.functions)
        self.classes = _new_numbers(self.old.classes, self.new.classes)
        self.old_hashes, self.new_hashes = structural_hashes(self.old, self.new)

    @cached_property
    def subscripts(self) -> dict[tuple[int, int], ex.Subscript]:
        """The subscripts of the new text by the structural hashes of base and index."""
        found = [e for e in self.new.facts.expressions if isinstance(e, ex.Subscript)]
        return {(self.new_hashes[e.base], self.new_hashes[e.index]): e for e in found}


def _new_numbers(old: Sequence[str], new: Sequence[str]) -> list[int]:
    numbers = {name: number for number, name in enumerate(new)}
    if not numbers.keys() >= set(old):
        raise CannotResumeError
    return [numbers[name] for name in old]


class Renumbering:
    """Maps references to functions and classes of changed files from old to new numbers."""

    def __init__(self, changes: Mapping[int, Change]) -> None:
        """`changes`: by module; without any, nothing is renumbered."""
        self._changes = changes
        self._values: dict[Value, Value] = {}

    @cached_property
    def added(self) -> frozenset[Place]:
        """The functions of the new texts that the old ones do not have."""
        counts = ((module, change, len(change.new.functions)) for module, change in self._changes.items())
        return frozenset((module, number) for module, change, count in counts for number in set(range(count)).difference(change.functions))

    def function(self, place: Place) -> Place:
        """A function's place in the new texts."""
        change = self._changes.get(place[0])
        return (place[0], change.functions[place[1]]) if change else place

    def class_(self, place: Place) -> Place:
        """A class's place in the new texts."""
        change = self._changes.get(place[0])
        return (place[0], change.classes[place[1]]) if change else place

    def value(self, value: Value) -> Value:
        """The value with new numbers. Raises CannotResumeError for a type that is gone and for objects made in a changed file."""
        if not self._changes:
            return value
        found = self._values.get(value)
        if found is None:
            found = self._values[value] = replace(value, atoms=frozenset(map(self._atom, value.atoms)))
        return found

    def _atom(self, atom: Atom) -> Atom:
        match atom:
            case at.Function(module, number, captured):
                return at.Function(*self.function((module, number)), tuple([at.Bound(name, self.value(value)) for name, value in captured]))
            case at.Class(module, number):
                return at.Class(*self.class_((module, number)))
            case at.Object(module, number, home, site):
                if home in self._changes:
                    raise CannotResumeError
                return at.Object(*self.class_((module, number)), home, site)
            case at.Method(module, number, receiver):
                return at.Method(*self.function((module, number)), self._atom(receiver))
            case at.Super(module, number, receiver):
                return at.Super(*self.class_((module, number)), self._atom(receiver))
            case at.TorchMethod(name, receiver):
                return at.TorchMethod(name, self._atom(receiver))
            case at.ContainerMethod(container, name):
                return at.ContainerMethod(self._atom(container), name)
            case at.Generic(module, base, index) if module in self._changes:
                return self._generic(module, base, index)
        return v.with_values(atom, self.value)

    def _generic(self, module: int, base: int, index: int) -> Atom:
        change = self._changes[module]
        found = change.subscripts.get((change.old_hashes[base], change.old_hashes[index]))
        if found is None:
            raise CannotResumeError
        return at.Generic(module, found.base, found.index)

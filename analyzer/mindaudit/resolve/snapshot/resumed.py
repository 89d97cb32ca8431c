"""A program that takes up where an earlier one ended: unchanged expressions have their values, files are loaded when they are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.queries.names import method_names, written
from mindaudit.resolve.snapshot.kept import values_of
from mindaudit.resolve.snapshot.matching import Matched
from mindaudit.resolve.snapshot.resolved import Kept, KeptModule, KeptProject, Summary
from mindaudit.resolve.solver.evaluator import Parameters, Program
from mindaudit.resolve.solver.memo_graph import UNMADE
from mindaudit.resolve.symbols.class_hierarchy import subclass_table
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import Torch

_PLACED: Final = frozenset({"function", "method", "class", "object", "super"})


class CannotResumeError(Exception):
    """What was kept does not do; everything has to be resolved anew."""


class Change(NamedTuple):
    """A file whose text is another one than that of the kept program."""

    matched: Matched
    kept: KeptModule
    """Of the old text."""


class Resumed(Program):
    """Only what is new in the changed files is evaluated, as if nothing of it could be seen from other files."""

    def __init__(self, kept: Kept, changes: Mapping[int, Change], paths: Sequence[str], torch: Torch) -> None:
        """Raises CannotResumeError, as loading a file later does, if what was kept is gone or does not fit."""
        counts = list(kept.project.counts)
        for module, change in changes.items():
            counts[module] = len(change.matched.new.expressions)
        self.facts = _OnDemand(self._load)
        self.lay_out(counts, [("unknown",)] * sum(counts), paths, torch)
        self._kept = kept
        self._changes = changes
        self._known_parameters: dict[Parameters, Value | None] = {}
        self.kept_values: dict[int, list[Value]] = {}
        """Of changed files: the rows of their old values."""
        self._tell(kept.project, [change.matched for change in changes.values()])
        for module, change in changes.items():
            self._load_changed(module, change)

    def _tell(self, kept: KeptProject, matched: Sequence[Matched]) -> None:
        """Facts about all files together."""
        uses = Counter(kept.uses)
        uses.subtract(chain.from_iterable(written(each.old) for each in matched))
        uses.update(chain.from_iterable(written(each.new) for each in matched))
        names = set(kept.methods).union(*(method_names(each.new) for each in matched))
        table = {self._moved(place): [self._moved(below) for below in several] for place, several in kept.subclasses}
        self.once("use", None, lambda: uses)
        self.once("methods", None, lambda: frozenset(names))
        node = self._derived[subclass_table,] = self.watch((subclass_table,))
        self.values[node] = table

    def _moved(self, place: tuple[int, int]) -> tuple[int, int]:
        """Where a class is now."""
        change = self._changes.get(place[0])
        return (place[0], change.matched.classes.get(place[1], -1)) if change else place

    def _called(self, place: tuple[int, int]) -> tuple[int, int]:
        """Where a function is now."""
        change = self._changes.get(place[0])
        return (place[0], change.matched.functions.get(place[1], -1)) if change else place

    def moved(self, each: Summary) -> Summary:
        """A summary with the present numbers of the functions of changed files."""
        return each._replace(edges={f: tuple(map(self._called, places)) for f, places in each.edges.items()})

    def _load(self, module: int) -> ModuleFacts:
        facts, kept = self._kept.facts(module), self._kept.module(module)
        self._place(module, facts, kept, self._values(kept), range(len(facts.expressions)), lambda function: function)
        return facts

    def _load_changed(self, module: int, change: Change) -> None:
        matched = change.matched
        rows = self.kept_values[module] = self._values(change.kept)
        self.facts[module] = matched.new  # type: ignore[index]
        self._place(module, matched.new, change.kept, rows, matched.expressions(), matched.functions.get)

    def _place(
        self,
        module: int,
        facts: ModuleFacts,
        kept: KeptModule,
        rows: Sequence[Value],
        origins: Sequence[int],
        moved: Callable[[int], int | None],
    ) -> None:
        """Set the values of a module's expressions, each known by that of the expression that it was, and those of parameters."""
        first = self._first[module]
        numbers = [kept.expressions[origin] if origin >= 0 else -1 for origin in origins]
        self._expressions[first : first + len(numbers)] = facts.expressions
        self.values[first : first + len(numbers)] = [rows[number] if number >= 0 else UNMADE for number in numbers]
        for function, name, row in kept.parameters:
            now = moved(function)
            if now is not None:
                self._known_parameters[module, now, name] = rows[row] if row >= 0 else None

    def _values(self, kept: KeptModule) -> list[Value]:
        return [self._same.setdefault(value, value) for value in values_of(kept, self._renumbered)]

    def _renumbered(self, atom: tuple[Any, ...]) -> tuple[Any, ...]:
        """An atom with the present number of what it means, if that stands in a changed file."""
        if not atom or (atom[0] not in _PLACED and atom[0] != "generic") or atom[1] not in self._changes:
            return atom
        matched = self._changes[atom[1]].matched
        if atom[0] == "generic":
            now = {origin: index for index, origin in enumerate(matched.expressions())}
            if atom[2] not in now or atom[3] not in now:
                raise CannotResumeError
            return (*atom[:2], now[atom[2]], now[atom[3]])
        number = (matched.functions if atom[0] in ("function", "method") else matched.classes).get(atom[2])
        if number is None:
            raise CannotResumeError
        return (*atom[:2], number, *atom[3:])

    def passed(self, module: int, function: int, name: str) -> Value | None:
        """What was kept, and of functions that are new what the calls of the changed files pass."""
        change = self._changes.get(module)
        if change is not None and function not in change.matched.functions.values():
            return super().passed(module, function, name)
        self.facts[module]
        return self._known_parameters.get((module, function, name))


class _OnDemand(dict[int, ModuleFacts]):
    """Facts by module, loaded when they are first asked for."""

    def __init__(self, load: Callable[[int], ModuleFacts]) -> None:
        super().__init__()
        self._load_module = load

    def __missing__(self, module: int) -> ModuleFacts:
        facts = self[module] = self._load_module(module)
        return facts

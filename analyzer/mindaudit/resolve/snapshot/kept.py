"""Writes what is kept of a resolved project, and reads the values back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mindaudit.facts.packing import wired
from mindaudit.resolve.queries.names import method_names, use_counts
from mindaudit.resolve.snapshot.resolved import KeptModule, KeptProject, Summary
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.solver.memo_graph import State
from mindaudit.resolve.symbols.attributes import asked_attributes
from mindaudit.resolve.symbols.class_hierarchy import subclasses
from mindaudit.resolve.values.domain import Value

Renumber = Callable[[tuple[Any, ...]], tuple[Any, ...]]


def keep_project(program: Program, summaries: Sequence[Summary]) -> KeptProject:
    """What to keep of a program whose arguments have arrived, for all its files."""
    methods: dict[str, int] = {}
    derived = []
    for module, facts in program.facts.items():
        for name in method_names(facts):
            methods[name] = methods.get(name, 0) + 1
        derived += [((module, c), list(below)) for c in range(len(facts.classes)) if (below := subclasses(program, module, c))]
    counts = [len(facts.expressions) for facts in program.facts.values()]
    return KeptProject(counts, list(summaries), dict(use_counts(program)), methods, derived, sorted(program.gave_up))


def keep_modules(program: Program) -> Iterator[KeptModule]:
    """What to keep of each file, in order."""
    parameters = _by_module((key[0], (key, value)) for key, value in program.passed_values())
    missed = _by_module(program.missed)
    asked = _by_module((module, (number, name)) for module, number, name in asked_attributes(program))
    for module in program.facts:
        table = _Table()
        yield KeptModule(
            table.rows,
            [table.row(value) for value in program.values_of(module)],
            [(function, name, table.row(value)) for (_, function, name), value in parameters.get(module, ())],
            [(*parameter, table.row(value)) for parameter, value in program.passed_by(module).items()],
            sorted(missed.get(module, ())),
            sorted(asked.get(module, ())),
        )


def _by_module(pairs: Iterable[tuple[int, Any]]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for module, item in pairs:
        found.setdefault(module, []).append(item)
    return found


class _Table:
    def __init__(self) -> None:
        self.rows: list[tuple[list[Any], bool, int, int, int]] = []
        self._known: dict[Value, int] = {}

    def row(self, value: Value | State | None) -> int:
        """The row of a value, which may be a new one; -1 for none."""
        if not isinstance(value, Value):
            return -1
        known = self._known.get(value)
        if known is None:
            atoms = [self._plain(atom) for atom in value.atoms]
            known = self._known[value] = len(self.rows)
            self.rows.append((atoms, *value[1:]))
        return known

    def _plain(self, item: Any) -> Any:
        if isinstance(item, Value):
            return {0: self.row(item)}
        if isinstance(item, tuple):
            return [self._plain(each) for each in item]
        return item if isinstance(item, str) and item.isascii() else wired(item)


def values_of(kept: KeptModule, renumber: Renumber) -> list[Value]:
    """The values in the rows. `renumber` gets every atom and may change what has another number by now."""
    found: list[Value] = []

    def made(item: Any) -> Any:
        if isinstance(item, list):
            return renumber(tuple([made(each) for each in item]))
        return found[item[0]] if isinstance(item, dict) else item

    for atoms, is_open, level, cause, depth in kept.rows:
        found.append(Value(frozenset(map(made, atoms)), is_open, level, cause, depth))
    return found

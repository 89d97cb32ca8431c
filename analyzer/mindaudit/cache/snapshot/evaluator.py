"""An evaluator in which parameters have the values of a snapshot; everything else is evaluated from the facts, which load on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from mindaudit.cache.snapshot.renumbering import Change, Renumbering
from mindaudit.cache.snapshot.snapshot import Snapshot, unpacked
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.queries.summary import Place
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.memo_graph import NOBODY
from mindaudit.resolve.symbols.class_hierarchy import subclass_table
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import Torch

Load = Callable[[int], ModuleFacts]
"""Gives the facts of a module."""


class Version(NamedTuple):
    """The changed files as they were or as they are."""

    facts: Mapping[int, ModuleFacts]
    """By module."""
    renumbering: Renumbering
    """From the snapshot's numbers to those in `facts`."""
    added: frozenset[Place]
    """The functions in `facts` of which the snapshot knows nothing."""

    @classmethod
    def old(cls, changes: Mapping[int, Change]) -> Version:
        """The files of which the snapshot was taken."""
        return cls({module: change.old.facts for module, change in changes.items()}, Renumbering({}), frozenset())

    @classmethod
    def new(cls, changes: Mapping[int, Change]) -> Version:
        """The files with their changes."""
        added = ((m, f) for m, change in changes.items() for f in set(range(len(change.new.functions))).difference(change.functions))
        return cls({module: change.new.facts for module, change in changes.items()}, Renumbering(changes), frozenset(added))


class SnapshotEvaluator(Evaluator):
    """Evaluates a version of a project of which a snapshot was taken."""

    def __init__(self, snapshot: Snapshot, version: Version, load: Load, paths: Sequence[str], torch: Torch) -> None:
        """`load` is asked for the facts of unchanged files."""
        sizes = list(snapshot.sizes)
        for module, facts in version.facts.items():
            sizes[module] = len(facts.expressions)
        self.facts = _LoadedFacts(self._load)
        self.lay_out(sizes, [ex.Unknown()] * sum(sizes), paths, torch)
        self._snapshot, self._version, self._load_unchanged = snapshot, version, load
        self._value = cache(lambda row: version.renumbering.value(unpacked(snapshot.values[row])))
        self._parameters: dict[int, dict[tuple[int, str], Value | None]] = {}
        class_ = version.renumbering.class_
        node = self._derived[subclass_table,] = self.watch((subclass_table,))
        self.values[node] = {class_(place): list(map(class_, below)) for place, below in snapshot.subclasses}
        self.readers[node] = NOBODY

    def _load(self, module: int) -> ModuleFacts:
        facts = self._version.facts.get(module) or self._load_unchanged(module)
        first = self._first[module]
        self._expressions[first : first + len(facts.expressions)] = facts.expressions
        return facts

    def _evaluate(self, node: int, module: int) -> None:
        self.facts[module]
        super()._evaluate(node, module)

    def passed(self, module: int, function: int, name: str) -> Value | None:
        """What the snapshot says; of functions that it does not know, what the calls of the changed files pass.

        Raises CannotResumeError if a value of the snapshot means nothing any more.
        """
        if (module, function) in self._version.added:
            return super().passed(module, function, name)
        known = self._parameters.get(module)
        if known is None:
            known = self._parameters[module] = dict(self._known_parameters(module))
        return known.get((function, name))

    def _known_parameters(self, module: int) -> Iterator[tuple[tuple[int, str], Value | None]]:
        for function, name, row in self._snapshot.parameters[module]:
            _, now = self._version.renumbering.function((module, function))
            yield (now, name), self._value(row) if row >= 0 else None


class _LoadedFacts(dict[int, ModuleFacts]):
    """Facts by module, loaded when they are first asked for."""

    def __init__(self, load: Load) -> None:
        super().__init__()
        self._load = load

    def __missing__(self, module: int) -> ModuleFacts:
        facts = self[module] = self._load(module)
        return facts

"""An evaluator that takes the values of parameters from a snapshot and evaluates everything else from facts, which it loads on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from mindaudit.cache.snapshot.renumbering import Renumbering
from mindaudit.cache.snapshot.snapshot import Snapshot, unpacked
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.evaluator import CannotResumeError, Evaluator
from mindaudit.resolve.solver.memo_graph import NOBODY
from mindaudit.resolve.symbols.class_hierarchy import subclass_table
from mindaudit.resolve.values.domain import Value
from mindaudit.resolve.values.torch_catalog import Torch

Facts: TypeAlias = Mapping[int, ModuleFacts]
"""By module."""
Load: TypeAlias = Callable[[int], ModuleFacts]


class SnapshotEvaluator(Evaluator):
    """Evaluates a project against its snapshot, with the old or the new facts of changed files."""

    def __init__(
        self, snapshot: Snapshot, renumbering: Renumbering, changed: Facts, load: Load, paths: Sequence[str], torch: Torch
    ) -> None:
        """`changed`: the facts of changed files, in which `renumbering` gives the numbers; `load` is asked for those of the others."""
        sizes = [len(changed[module].expressions) if module in changed else size for module, size in enumerate(snapshot.sizes)]
        self.facts = _LoadedFacts(self._load)
        self.lay_out(sizes, [ex.Unknown()] * sum(sizes), paths, torch)
        self._renumbering, self._changed, self._load_unchanged = renumbering, changed, load
        self._known_value = cache(lambda row: renumbering.value(unpacked(snapshot.values[row])))
        self._rows = {(*renumbering.function((m, f)), name): row for m, f, name, row in snapshot.parameters}
        class_ = renumbering.class_
        node = self._derived[subclass_table,] = self.watch((subclass_table,))
        self.values[node] = {class_(place): list(map(class_, below)) for place, below in snapshot.subclasses}
        self.readers[node] = NOBODY

    def _load(self, module: int) -> ModuleFacts:
        facts = self._changed.get(module) or self._load_unchanged(module)
        first = self._first[module]
        self._expressions[first : first + len(facts.expressions)] = facts.expressions
        return facts

    def _evaluate(self, node: int, module: int) -> None:
        self.facts[module]
        super()._evaluate(node, module)

    def give_up(self, module: int) -> None:
        """Raises CannotResumeError: values are asked for in another order than in the whole project, which may not meet the limit."""
        raise CannotResumeError

    def passed(self, module: int, function: int, name: str) -> Value | None:
        """What the snapshot says; of functions that it does not know, what the calls of the changed files pass.

        Raises CannotResumeError if a value of the snapshot means nothing any more.
        """
        if (module, function) in self._renumbering.added:
            return super().passed(module, function, name)
        row = self._rows.get((module, function, name), -1)
        return self._known_value(row) if row >= 0 else None


class _LoadedFacts(dict[int, ModuleFacts]):
    """Facts by module, loaded when they are first asked for."""

    def __init__(self, load: Load) -> None:
        super().__init__()
        self._load = load

    def __missing__(self, module: int) -> ModuleFacts:
        facts = self[module] = self._load(module)
        return facts

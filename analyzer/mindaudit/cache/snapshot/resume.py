"""Resolves changed files against a snapshot. The answer equals that of resolving the whole project, or there is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from mindaudit.cache.snapshot.evaluator import Load, SnapshotEvaluator
from mindaudit.cache.snapshot.interface import ATTRIBUTE, EXPORT, Interface, Key
from mindaudit.cache.snapshot.renumbering import Change, Renumbering
from mindaudit.cache.snapshot.snapshot import Snapshot, mentioned
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.queries.file_summary import Summary
from mindaudit.resolve.queries.method_names import method_names, written
from mindaudit.resolve.queries.summary import summary
from mindaudit.resolve.solver.evaluator import CannotResumeError
from mindaudit.resolve.solver.fixed_point import flow
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors, subclasses
from mindaudit.resolve.transfer.argument_flow import argument_sources
from mindaudit.resolve.values.torch_catalog import Torch
from mindaudit.sources import recursion

Changes: TypeAlias = Mapping[int, Change]


class Resumed:
    """A project resumed from its snapshot after a change of files that leaves all values passed to parameters unchanged."""

    def __init__(self, snapshot: Snapshot, sources: Sequence[SourceFile], changes: Changes, load: Load) -> None:
        """`sources`: the files by module; `changes`: those that changed; `load` gives the facts of the others.

        Raises CannotResumeError if calls may pass other values now, as the project may do later where the snapshot turns out not to fit.
        """
        if not changes.keys().isdisjoint(snapshot.keeping):
            raise CannotResumeError
        recursion.allow()
        self._snapshot, self._changes = snapshot, changes
        self._to_new, unmoved = Renumbering(changes), Renumbering({})
        paths, torch = [source.path for source in sources], Torch()
        old_facts = {module: change.old.facts for module, change in changes.items()}
        new_facts = {module: change.new.facts for module, change in changes.items()}
        old = SnapshotEvaluator(snapshot, unmoved, old_facts, load, paths, torch)
        self._new = SnapshotEvaluator(snapshot, self._to_new, new_facts, load, paths, torch)
        self._interfaces = {
            module: (
                Interface(old, module, change.old, change.old_hashes, self._to_new),
                Interface(self._new, module, change.new, change.new_hashes, unmoved),
            )
            for module, change in changes.items()
        }
        self._tell_names()
        # in the order in which the whole project is resolved: values in loops can depend on it
        flow(self._new, changes, argument_sources)
        flow(old, filter(self._passes_otherwise, changes), argument_sources)
        for module in changes:
            self._leave_different_sites(module)
        if self._new.unconverged or not changes.keys().isdisjoint(snapshot.unconverged):
            raise CannotResumeError
        if not all(map(self._passes_the_same, changes)):
            raise CannotResumeError
        self._new.unconverged.update(snapshot.unconverged)
        summaries = list(map(self._renumbered, snapshot.summaries))
        for module in changes:
            summaries[module] = summary(self._new, module)
        self.project = Project(sources, self._new, summaries)

    def _passes_otherwise(self, module: int) -> bool:
        """Whether the old text of a file has calls or decorators that pass arguments and that the new text lacks."""
        old, new = self._interfaces[module]
        return not set(new.passing).issuperset(old.passing)

    def _leave_different_sites(self, module: int) -> None:
        """Keep only the sites of a file that the other text lacks; the others pass the same."""
        old, new = self._interfaces[module]
        for this, other in ((old, new), (new, old)):
            sites, same = this.evaluator.sites.get(module, []), set(other.passing)
            this.evaluator.sites[module] = [node for node, made in zip(sites, this.passing, strict=False) if made not in same]

    def _tell_names(self) -> None:
        """Give the evaluator the counts of names over all files."""
        uses = Counter(self._snapshot.uses)
        uses.subtract(chain.from_iterable(written(each.old.facts) for each in self._changes.values()))
        uses.update(chain.from_iterable(written(each.new.facts) for each in self._changes.values()))
        methods = frozenset(self._snapshot.methods).union(*(method_names(each.new.facts) for each in self._changes.values()))
        self._new.once("use", None, lambda: uses)
        self._new.once("methods", None, lambda: methods)

    def _renumbered(self, each: Summary) -> Summary:
        edges, overriding = (
            {number: tuple(map(self._to_new.function, places)) for number, places in found.items()}
            for found in (each.edges, each.overriding)
        )
        return each._replace(edges=edges, overriding=overriding)

    @property
    def rewritten(self) -> frozenset[str]:
        """Attribute names whose number of files has changed."""
        return frozenset().union(*(written(each.old.facts) ^ written(each.new.facts) for each in self._changes.values()))

    def keeps_other_results(self) -> bool:
        """Whether unchanged files keep their results, except for the order of names that `rewritten` may change."""
        return all(map(self._is_judged_the_same, self._changes)) and not any(map(self._is_mentioned, self._added_names()))

    def _passes_the_same(self, module: int) -> bool:
        """Whether a file passes the same arguments, has the same interface, and defines nothing that a look-up has failed to find."""
        old, new = self._interfaces[module]
        passed = {parameter: value for parameter, value in new.arguments().items() if parameter[:2] not in self._to_new.added}
        return (
            old.entries.items() <= new.entries.items()
            and old.arguments() == passed
            and not any(self._was_missed(module, key) for key in self._added(module))
            and not any(len(project_ancestors(self._new, module, number)) > 1 for number in self._added_classes(module))
        )

    def _added_classes(self, module: int) -> set[int]:
        return set(range(len(self._changes[module].new.classes))).difference(self._changes[module].classes)

    def _is_judged_the_same(self, module: int) -> bool:
        """Whether all that findings of other files depend on is the same in a file."""
        old, new = self._interfaces[module]
        before, after = self._snapshot.summaries[module], self.project.contexts.summaries[module]
        return dict(old.of_results(before)).items() <= dict(new.of_results(after)).items()

    def _added(self, module: int) -> list[Key]:
        """The names and attributes that a file did not have, except those of new classes."""
        old, new = self._interfaces[module]
        known = set(self._changes[module].old.classes)
        return [key for key in new.entries.keys() - old.entries if key[0] == EXPORT or (key[0] == ATTRIBUTE and key[1] in known)]

    def _added_names(self) -> set[str]:
        return {key[-1] for module in self._changes for key in self._added(module)}

    def _is_mentioned(self, name: str) -> bool:
        """Whether an unchanged file writes a name."""
        return self._snapshot.mentions.get(name, 0) > sum(name in mentioned(each.old.facts) for each in self._changes.values())

    def _was_missed(self, module: int, added: Key) -> bool:
        """Whether a look-up on which values depend has failed to find a new name."""
        name = added[-1]
        if added[0] == EXPORT:
            return (module, name) in self._snapshot.missed
        place = module, self._changes[module].new.classes.index(added[1])
        family = {place, *project_ancestors(self._new, *place), *subclasses(self._new, *place)}
        return name.startswith("__") or any(asked == name and self._to_new.class_((m, c)) in family for m, c, asked in self._snapshot.asked)

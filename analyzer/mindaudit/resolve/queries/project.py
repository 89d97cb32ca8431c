"""A project: all its files' facts, resolved together and asked file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from mindaudit.collect import recursion as depth
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import Context, Problem, SourceFile, ThirdParty, Usage
from mindaudit.resolve.queries.contexts import Contexts
from mindaudit.resolve.queries.summary import reaching_torch, same_for_others, summary
from mindaudit.resolve.queries.third_party import third_party
from mindaudit.resolve.queries.usages import usages
from mindaudit.resolve.snapshot.interface_digest import is_visible
from mindaudit.resolve.snapshot.kept import keep_modules, keep_project
from mindaudit.resolve.snapshot.resolved import Kept, KeptModule, KeptProject, Summary
from mindaudit.resolve.snapshot.resumed import CannotResumeError, Change, Resumed
from mindaudit.resolve.solver.argument_flow import flow
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.transfer import expressions as expressions  # registers the transfer functions
from mindaudit.resolve.transfer.argument_flow import argument_sources
from mindaudit.resolve.values.torch_catalog import Catalog, Torch


class Project:
    """The files of one scan, resolved. `catalog` is `mindaudit_data.torch_catalog()` or anything with its look-ups."""

    def __init__(self, sources: Sequence[SourceFile], evaluator: Evaluator, summaries: Sequence[Summary]) -> None:
        """Of a evaluator through which all arguments have flowed."""
        self.names = {source.name: number for number, source in enumerate(sources)}
        self.evaluator = evaluator
        self.program = evaluator
        self.contexts = Contexts(evaluator, summaries)
        self.reaching = reaching_torch(summaries)

    @classmethod
    def resolved(cls, sources: Sequence[SourceFile], facts: Sequence[ModuleFacts], catalog: Catalog) -> Project:
        """The project of which nothing is known yet; `facts[i]` are those of `sources[i]`."""
        depth.allow()
        evaluator = Evaluator(facts, [source.path for source in sources], Torch(catalog))
        flow(evaluator, range(len(facts)), argument_sources)
        return cls(sources, evaluator, [summary(evaluator, number) for number in range(len(facts))])

    @classmethod
    def resumed(cls, sources: Sequence[SourceFile], kept: Kept, changes: Mapping[int, Change], catalog: Catalog, alone: bool) -> Project:
        """The project of which all but `changes` was resolved before. With `alone` only the changed files will be asked about.

        Raises CannotResumeError if more than the changed files can have other results now.
        """
        depth.allow()
        evaluator = Resumed(kept, changes, [source.path for source in sources], Torch(catalog))
        flow(evaluator, changes, argument_sources)
        summaries = [evaluator.moved(each) for each in kept.project.summaries]
        before = {module: summaries[module] for module in changes}
        for module in changes:
            summaries[module] = summary(evaluator, module)
        project = cls(sources, evaluator, summaries)
        hidden = all(
            not is_visible(evaluator, module, change, kept.module, strictly=not alone)
            and (alone or same_for_others(before[module], summaries[module], change.matched.functions))
            for module, change in changes.items()
        )
        if not hidden or evaluator.gave_up or not changes.keys().isdisjoint(kept.project.gave_up):
            raise CannotResumeError
        return project

    def keep(self) -> tuple[KeptProject, Iterator[KeptModule]]:
        """What `resumed` needs after another change: of all files together, and of each in order."""
        return keep_project(self.evaluator, self.contexts.summaries), keep_modules(self.evaluator)

    def facts(self, name: str) -> ModuleFacts:
        """The facts of the file that reports call `name`."""
        return self.evaluator.facts[self.names[name]]

    def reaches_torch(self, name: str) -> bool:
        """Whether a file imports torch, itself or through project files."""
        return self.names[name] in self.reaching

    def usages(self, name: str) -> list[Usage]:
        """The usages of the file that reports call `name`, by position."""
        number = self.names[name]
        contexts = self._contexts(number)
        found = usages(self.evaluator, number, contexts, number in self.reaching)
        return sorted(found, key=lambda usage: (usage.span, usage.kind))

    def _contexts(self, number: int) -> dict[int, Context]:
        return {f: self.contexts.of(number, f) for f in range(len(self.evaluator.facts[number].functions))}

    def third_party(self, name: str, substitute: Callable[[str], str] = lambda _: "") -> list[ThirdParty]:
        """Calls of other libraries that take or give tensors, by position; `substitute` knows what replaces a dotted name."""
        return sorted(third_party(self.evaluator, self.names[name], substitute), key=lambda found: found.span)

    def gave_up(self, name: str) -> list[Problem]:
        """Where the analysis of a file met a limit."""
        number = self.names[name]
        if number not in self.evaluator.gave_up:
            return []
        return [Problem("MA903", "expressions nested too deeply; what depends on them is unknown")]

"""A resolved project: the facts of all its files, and the queries on one file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mindaudit.facts.records import ModuleFacts
from mindaudit.model import Context, Problem, SourceFile, Span, ThirdParty, Usage
from mindaudit.resolve.queries.contexts import Contexts
from mindaudit.resolve.queries.file_summary import Summary
from mindaudit.resolve.queries.limits import limits_met
from mindaudit.resolve.queries.summary import reaching_torch, summary
from mindaudit.resolve.queries.third_party import third_party
from mindaudit.resolve.queries.unsure_changes import unsure_changes
from mindaudit.resolve.queries.usages import usages
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.solver.fixed_point import Tell, flow, nobody
from mindaudit.resolve.transfer import expressions as expressions  # registers the transfer functions
from mindaudit.resolve.transfer.argument_flow import argument_sources
from mindaudit.resolve.values.torch_catalog import Torch
from mindaudit.sources import recursion


class Project:
    """The files of one scan, resolved."""

    def __init__(self, sources: Sequence[SourceFile], evaluator: Evaluator, summaries: Sequence[Summary]) -> None:
        """Of an evaluator through which all arguments have flowed."""
        self.names = {source.name: number for number, source in enumerate(sources)}
        self.evaluator = evaluator
        self.contexts = Contexts(evaluator, summaries)
        self.reaching = reaching_torch(summaries)

    @classmethod
    def resolved(cls, sources: Sequence[SourceFile], facts: Sequence[ModuleFacts], tell: Tell = nobody) -> Project:
        """The project of which nothing is known yet; `facts[i]` are those of `sources[i]`."""
        recursion.allow()
        evaluator = Evaluator(facts, [source.path for source in sources], Torch())
        flow(evaluator, range(len(facts)), argument_sources, tell)
        return cls(sources, evaluator, [summary(evaluator, number) for number in range(len(facts))])

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

    def unsure_changes(self, name: str) -> list[Span]:
        """The augmented assignments of a file that are no usages and may change a tensor, by position."""
        number = self.names[name]
        return sorted(unsure_changes(self.evaluator, number)) if number in self.reaching else []

    def _contexts(self, number: int) -> dict[int, Context]:
        return {f: self.contexts.of(number, f) for f in range(len(self.evaluator.facts[number].functions))}

    def third_party(self, name: str, substitute: Callable[[str], str] = lambda _: "") -> list[ThirdParty]:
        """Calls of other libraries that take or give tensors, by position; `substitute` knows what replaces a dotted name."""
        return sorted(third_party(self.evaluator, self.names[name], substitute), key=lambda found: found.span)

    def gave_up(self, name: str) -> list[Problem]:
        """The limits that were reached in a file, as MA903."""
        return [Problem("MA903", limit) for limit in limits_met(self.evaluator, self.names[name])]

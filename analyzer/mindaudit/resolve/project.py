"""A project: all its files' facts, resolved together and asked file by file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mindaudit import depth
from mindaudit.facts import ModuleFacts
from mindaudit.model import Context, Problem, SourceFile, ThirdParty, Usage
from mindaudit.resolve import evaluate as evaluate  # registers the handlers
from mindaudit.resolve.context import Contexts
from mindaudit.resolve.flow import flow
from mindaudit.resolve.program import Program
from mindaudit.resolve.third_party import third_party
from mindaudit.resolve.torch import Catalog, Torch
from mindaudit.resolve.usages import usages


class Project:
    """Resolves the files of one scan. `catalog` is `mindaudit_data.torch_catalog()` or anything with its look-ups."""

    def __init__(self, sources: Sequence[SourceFile], facts: Sequence[ModuleFacts], catalog: Catalog) -> None:
        """`facts[i]` are those of `sources[i]`."""
        depth.allow()
        self.names = {source.name: number for number, source in enumerate(sources)}
        self.program = Program(facts, [source.path for source in sources], Torch(catalog))
        flow(self.program)
        self.contexts = Contexts(self.program)
        self.reaching = self._reaching_torch()

    def _reaching_torch(self) -> frozenset[int]:
        """The files that import torch, or a project file that does."""
        direct, imports = set(), {}
        for number, facts in enumerate(self.program.facts):
            found = [e[1] for e in facts.expressions if e[0] in ("import", "from")] + [s for s, _ in facts.stars]
            if any(name == "torch" or name.startswith("torch.") for name in found):
                direct.add(number)
            imports[number] = set(self._imported_files(number))
        while True:
            more = {n for n, targets in imports.items() if n not in direct and targets & direct}
            if not more:
                return frozenset(direct)
            direct |= more

    def _imported_files(self, number: int) -> list[int]:
        linker = self.program.linker
        facts = self.program.facts[number]
        wanted = [(e[1], e[2], e[3]) if e[0] == "from" else (e[1], 0, "") for e in facts.expressions if e[0] in ("import", "from")]
        wanted += [(source, level, "") for source, level in facts.stars]
        found = []
        for source, level, name in wanted:
            place = linker.relative(source, level, number) if level else linker.absolute(source, number)
            if place is not None:
                found += [linker.module(p) for p in (place, linker.child(place, name) if name else None) if p is not None]
        return [n for n in found if n is not None and n != number]

    def reaches_torch(self, name: str) -> bool:
        """Whether a file imports torch, itself or through project files."""
        return self.names[name] in self.reaching

    def usages(self, name: str) -> list[Usage]:
        """The usages of the file that reports call `name`, by position."""
        number = self.names[name]
        contexts = self._contexts(number)
        found = usages(self.program, number, contexts, number in self.reaching)
        return sorted(found, key=lambda usage: (usage.span, usage.kind))

    def _contexts(self, number: int) -> dict[int, Context]:
        return {f: self.contexts.of(number, f) for f in range(len(self.program.facts[number].functions))}

    def third_party(self, name: str, substitute: Callable[[str], str] = lambda _: "") -> list[ThirdParty]:
        """Calls of other libraries that take or give tensors, by position; `substitute` knows what replaces a dotted name."""
        return sorted(third_party(self.program, self.names[name], substitute), key=lambda found: found.span)

    def gave_up(self, name: str) -> list[Problem]:
        """Where the analysis of a file met a limit."""
        number = self.names[name]
        if number not in self.program.gave_up:
            return []
        return [Problem("MA903", "expressions nested too deeply; what depends on them is unknown")]

"""Takes up what was kept of the last run after a change to a few files: the same answer as a whole run gives, or none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import mindaudit_data
from mindaudit.cache.results import Judged
from mindaudit.cache.snapshot.runs import Run
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.queries.names import written
from mindaudit.resolve.snapshot.matching import match
from mindaudit.resolve.snapshot.resolved import Kept
from mindaudit.resolve.snapshot.resumed import CannotResumeError, Change

_MOST_CHANGES = 8
"""Above so many changed files, or one in so many, everything is resolved anew."""


class Resumption(NamedTuple):
    """A project that was taken up again."""

    project: Project
    rewritten: frozenset[str]
    """Names of attributes that more files write than before, or fewer."""


def changed(run: Run, sources: Sequence[SourceFile], digests: Sequence[bytes]) -> list[SourceFile]:
    """The files whose digest has changed since a run; none if they are too many, or if one of them could not be parsed before."""
    old, parsed = run.header.sources, set(run.header.parsed)
    found = [number for number, digest in enumerate(digests) if digest != old[number]]
    few = len(found) <= max(1, min(_MOST_CHANGES, len(sources) // _MOST_CHANGES))
    return [sources[number] for number in found] if few and parsed.issuperset(found) else []


def resumed(run: Kept, parsed: Sequence[SourceFile], facts: Mapping[str, ModuleFacts], alone: bool) -> Resumption | None:
    """The project after a change, or None if it has to be resolved anew.

    `parsed`: the files that the run resolved, as they are now; `facts`: those of the changed ones, by name. With `alone` no other file
    will be asked about.
    """
    modules = {source.name: module for module, source in enumerate(parsed)}
    try:
        changes = {modules[name]: Change(match(run.facts(modules[name]), new), run.module(modules[name])) for name, new in facts.items()}
        project = Project.resumed(parsed, run, changes, mindaudit_data.torch_catalog(), alone)
    except CannotResumeError:
        return None
    matched = [change.matched for change in changes.values()]
    return Resumption(project, frozenset().union(*(written(each.old) ^ written(each.new) for each in matched)))


def still_hold(judged: Iterable[Judged], rewritten: frozenset[str]) -> bool:
    """Whether the results of other files do not hang on how often names are written: that orders the alternatives of a usage."""
    usages = (finding.usage for file in judged for finding in file.findings)
    return all(
        rewritten.isdisjoint(name.rpartition(".")[2] for name in (usage.torch_name, *usage.alternatives))
        for usage in usages
        if usage.alternatives
    )

"""Judges files: collect, resolve, classify, find hazards; from nothing, or after a change to a few files since the last run."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import mindaudit_data
from mindaudit.audit.collect_files import gather
from mindaudit.audit.gc_pause import uncollected
from mindaudit.audit.processes import in_copies, worth
from mindaudit.audit.progress import Progress, silent, watched
from mindaudit.cache.results import FactsCache, Judged, JudgedCache, bare, judged_key, pack_judged
from mindaudit.cache.snapshot.resume import changed, resumed, still_hold
from mindaudit.cache.snapshot.runs import Remembered, RunCache
from mindaudit.classify import Table, classify
from mindaudit.classify.custom_mappings import table_of
from mindaudit.config.schema import Config
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.framework.checking import find
from mindaudit.model import Problem, SourceFile, Target
from mindaudit.resolve import Project
from mindaudit.resolve.queries.shadowed_names import shadowed_names

Results = list[list[bytes]]
"""For each target of the configuration, for each asked file, what `pack_judged` gives: so they travel and take little room."""
Keep = Callable[[Project], None]


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be judged."""

    sources: Sequence[SourceFile]
    """All files that were read."""
    digests: Sequence[bytes]
    asked: Sequence[SourceFile]
    """Those of them to judge; the others are their context."""
    config: Config
    progress: Progress

    def among(self, sources: Iterable[SourceFile]) -> list[SourceFile]:
        """Those of these files that are asked for."""
        names = {source.name for source in self.asked}
        return [source for source in sources if source.name in names]


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything that judging one file needs."""

    project: Project
    target: Target
    table: Table
    shadowed: Mapping[str, frozenset[str]]


def results(task: Task, kept: JudgedCache) -> Results:
    """The results of a task, with what `kept` and its neighbours hold of earlier runs; they get what is found now."""
    facts, runs = FactsCache(kept.file), RunCache(kept.file)
    again = _after_changes(task, kept, facts, runs)
    return _from_nothing(task, facts, partial(runs.keep, task.sources, task.digests)) if again is None else again


def _from_nothing(task: Task, cache: FactsCache, keep: Keep) -> Results:
    """Results from the texts on; nothing else of all that is made for them is left afterwards."""
    sources, facts = gather(task.sources, task.config.jobs, task.progress, cache)
    with uncollected():
        return judge(sources, facts, task.config, task.progress, task.among(sources), keep)


def _after_changes(task: Task, kept: JudgedCache, cache: FactsCache, runs: RunCache) -> Results | None:
    """Results after a change to a few files, of which no other file takes notice; None if there was no run before, or more has changed."""
    run = runs.find(task.sources)
    fresh = changed(run, task.sources, task.digests) if run else []
    if not run or not fresh:
        return None
    _, facts = gather(fresh, 1, cache=cache)
    if len(facts) < len(fresh):
        return None
    names = {source.name for source in fresh}
    with uncollected():
        alone = names.issuperset(source.name for source in task.asked)
        before = None if alone else kept.find(judged_key(run.header.sources, task.asked, task.config))
        parsed = [task.sources[number] for number in run.header.parsed]
        found = resumed(run, parsed, facts, alone) if alone or before else None
        if not found or not all(still_hold(files, found.rewritten) for files in before or ()):
            return None
        again = _judged_by(found.project, [source for source in task.asked if source.name in names], task.config)
    return again if before is None else [_replaced(task.asked, names, *each) for each in zip(before, again, strict=True)]


def _replaced(asked: Sequence[SourceFile], names: Container[str], before: Sequence[Judged], again: Iterable[bytes]) -> list[bytes]:
    """The results of before, with new ones for these files."""
    fresh = iter(again)
    return [next(fresh) if source.name in names else pack_judged(judged) for source, judged in zip(asked, before, strict=True)]


def judge(
    sources: Sequence[SourceFile],
    facts: Mapping[str, ModuleFacts],
    config: Config,
    progress: Progress,
    asked: Sequence[SourceFile],
    keep: Keep | None = None,
) -> Results:
    """What the tables and rules say about the asked ones of the files; `facts` by name, files with a problem have none.

    `keep` gets the project before it is let go.
    """
    return _judged_by(resolved(sources, facts), asked, config, progress, keep)


def resolved(sources: Sequence[SourceFile], facts: Mapping[str, ModuleFacts]) -> Project:
    """The project of those files that have facts."""
    parsed = [source for source in sources if source.name in facts]
    return Project.resolved(parsed, [facts[source.name] for source in parsed], mindaudit_data.torch_catalog())


def judge_again(
    run: Remembered,
    sources: Sequence[SourceFile],
    facts: Mapping[str, ModuleFacts],
    config: Config,
    progress: Progress,
    asked: Sequence[SourceFile],
) -> Results | None:
    """The same after a change since a run; None if everything has to be resolved anew."""
    parsed = [source for source in sources if source.name in facts]
    if run.names != tuple(source.name for source in parsed):
        return None
    fresh = run.changed(facts)
    found = resumed(run, parsed, fresh, alone=all(source.name in fresh for source in asked))
    return _judged_by(found.project, asked, config, progress) if found else None


def _judged_by(
    project: Project, sources: Sequence[SourceFile], config: Config, progress: Progress = silent, keep: Keep | None = None
) -> Results:
    shadowed = {source.name: shadowed_names(project.facts(source.name)) for source in sources if source.name in project.names}
    cases = [_Case(project, target, table_of(config), shadowed) for target in config.targets]
    tasks = [partial(_judged, source, case) for case in cases for source in sources]
    processes = worth(config.jobs, len(cases) * sum(len(source.text) for source in sources))
    with in_copies(tasks, processes) as answers:
        if keep:
            keep(project)
        done = list(watched(answers, "judge", len(tasks), progress))
    project.program.forget()
    size = len(sources)
    return [done[number * size : (number + 1) * size] for number in range(len(cases))]


def _judged(source: SourceFile, case: _Case) -> bytes:
    """One file's results; whatever goes wrong in judging it stays with it."""
    problem = source.problem
    try:
        if problem is None:
            return pack_judged(_judge_file(source, case))
    except Exception as error:
        problem = Problem("MA903", f"the analysis failed on this file: {type(error).__name__}: {error}")
    return pack_judged(Judged("problem", problem))


def _judge_file(source: SourceFile, case: _Case) -> Judged:
    usages = case.project.usages(source.name)
    findings = classify(usages, source.text, case.target, case.table, case.shadowed[source.name])
    hazards = find(case.project, source.name, source.text, case.target)
    third_party = tuple(case.project.third_party(source.name, lambda name: case.table.substitute(name, case.target.mindspore)))
    return Judged(
        "analyzed" if findings or hazards.found or third_party or case.project.reaches_torch(source.name) else "no-torch",
        findings=tuple(sorted(map(bare, findings), key=lambda finding: finding.usage.span)),
        hazards=hazards.found,
        third_party=third_party,
        gave_up=(*source.left_out, *case.project.gave_up(source.name), *hazards.gave_up),
    )

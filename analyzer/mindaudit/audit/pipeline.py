"""Judges files: collects, resolves, classifies and finds hazards, from scratch or, after changes to few files, from the last snapshot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from mindaudit.audit.collect_files import collect_files
from mindaudit.audit.gc_pause import uncollected
from mindaudit.audit.processes import in_copies, worth
from mindaudit.audit.progress import Progress, Timed, silent, timed, watched_files
from mindaudit.cache.facts import FactsCache
from mindaudit.cache.keys import judged_key
from mindaudit.cache.results import Judged, JudgedCache, bare, pack_judged
from mindaudit.cache.snapshot.kept import KeptSnapshot, SnapshotCache
from mindaudit.cache.snapshot.renumbering import Change
from mindaudit.cache.snapshot.resume import Resumed
from mindaudit.cache.snapshot.snapshot import Snapshot
from mindaudit.cache.snapshot.structural_hash import Text
from mindaudit.classify import Table, classify
from mindaudit.classify.custom_mappings import table_of
from mindaudit.config.schema import Config
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.checking import find
from mindaudit.model import Problem, SourceFile, Target
from mindaudit.resolve import Project
from mindaudit.resolve.queries.shadowed_names import shadowed_names
from mindaudit.resolve.solver.evaluator import CannotResumeError
from mindaudit.resolve.solver.fixed_point import NO_MODULE

Results = list[list[bytes]]
"""For each target of the configuration and each asked file the bytes of `pack_judged`, small enough to be sent between processes."""
Keep = Callable[[Project], None]
_MOST_CHANGES: Final = 8
"""If more files have changed, and more than one in so many, the whole project is resolved anew."""


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
    facts: FactsCache | None = None
    """Facts that were collected elsewhere; None for those of earlier runs."""

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
    facts, snapshots = task.facts or FactsCache(kept.file), SnapshotCache(kept.file)
    with suppress(CannotResumeError):
        return _from_snapshot(task, kept, facts, snapshots)
    return _from_nothing(task, facts, partial(snapshots.keep, task.sources, task.digests))


def _from_nothing(task: Task, cache: FactsCache, keep: Keep) -> Results:
    """Results from the texts on; nothing else of all that is made for them is left afterwards."""
    sources, facts = collect_files(task.sources, task.config.jobs, task.progress, cache)
    with uncollected():
        return judge(sources, facts, task.config, task.progress, task.among(sources), keep)


def _from_snapshot(task: Task, kept: JudgedCache, cache: FactsCache, snapshots: SnapshotCache) -> Results:
    """Results after a change of a few files since the last snapshot.

    Raises CannotResumeError if the whole project has to be resolved, as the functions below do.
    """
    last = snapshots.find(task.sources)
    changed = last.changed(task.digests)
    if not set(last.parsed).issuperset(changed) or len(changed) > max(_MOST_CHANGES, len(task.sources) // _MOST_CHANGES):
        raise CannotResumeError
    _, facts = collect_files([task.sources[number] for number in changed], 1, cache=cache)
    if len(facts) < len(changed):
        raise CannotResumeError
    with uncollected():
        return _merged(task, kept, last, _resumed(task, last, facts, cache), facts)


def _resumed(task: Task, last: KeptSnapshot, facts: Mapping[str, ModuleFacts], cache: FactsCache) -> Resumed:
    """The project with the new facts of its changed files."""
    parsed = [task.sources[number] for number in last.parsed]
    changes = {}
    for module, source in enumerate(parsed):
        if source.name in facts:
            old = cache.of_key(last.texts[module], source.name)
            if old is None:
                raise CannotResumeError
            changes[module] = Change(Text(old), Text(facts[source.name]))
    return Resumed(last.snapshot, parsed, changes, lambda module: cache.of_source(parsed[module]))


def _merged(task: Task, kept: JudgedCache, last: KeptSnapshot, resumed: Resumed, changed: Collection[str]) -> Results:
    """New results of the changed files and kept ones of the others; new results of all asked files where none are kept."""
    judge_again = partial(_judged_by, resumed.project, config=task.config, progress=task.progress)
    others = [source for source in task.asked if source.name not in changed]
    before = kept.find(judged_key(last.digests, task.asked, task.config)) if others else None
    if before is None:
        if any(source.name not in resumed.project.names for source in others):
            raise CannotResumeError
        return judge_again(task.asked)
    if not resumed.keeps_other_results() or not all(_holds(judged, resumed.rewritten) for files in before for judged in files):
        raise CannotResumeError
    again = judge_again([source for source in task.asked if source.name in changed])
    return [_replaced(task.asked, changed, *each) for each in zip(before, again, strict=True)]


def _holds(judged: Judged, rewritten: Collection[str]) -> bool:
    """Whether a result does not depend on how often these names are written: that orders the alternatives of a usage."""
    usages = [finding.usage for finding in judged.findings if finding.usage.alternatives]
    return not any(name.rpartition(".")[2] in rewritten for usage in usages for name in (usage.torch_name, *usage.alternatives))


def _replaced(asked: Sequence[SourceFile], names: Collection[str], before: Sequence[Judged], again: Iterable[bytes]) -> list[bytes]:
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
    return _judged_by(resolved(sources, facts, progress), asked, config, progress, keep)


def resolved(sources: Sequence[SourceFile], facts: Mapping[str, ModuleFacts], progress: Progress = silent) -> Project:
    """The project of those files that have facts."""
    parsed = [source for source in sources if source.name in facts]

    def tell(step: str, done: int, total: int, module: int, seconds: float) -> None:
        progress(step, done, total, "" if module == NO_MODULE else parsed[module].name, seconds)

    return Project.resolved(parsed, [facts[source.name] for source in parsed], tell)


class Resolution:
    """A project that was resolved as a whole, kept in memory."""

    def __init__(self, facts: Mapping[str, ModuleFacts], snapshot: Snapshot | None) -> None:
        """`facts`: of its files, by name, in the order of its modules."""
        self.facts = facts
        self.snapshot = snapshot
        self._texts: dict[int, Text] = {}

    def changes(self, facts: Mapping[str, ModuleFacts]) -> dict[int, Change]:
        """The files that have other facts now, by module. Raises CannotResumeError if a function or class is gone."""
        pairs = enumerate(zip(self.facts.values(), facts.values(), strict=True))
        return {module: Change(self._text(module, old), Text(new)) for module, (old, new) in pairs if old is not new}

    def _text(self, module: int, facts: ModuleFacts) -> Text:
        """The text of a module, kept for its next change."""
        return self._texts.setdefault(module, Text(facts))


def judge_again(
    last: Resolution,
    sources: Sequence[SourceFile],
    facts: Mapping[str, ModuleFacts],
    config: Config,
    progress: Progress,
    asked: Sequence[SourceFile],
) -> Results | None:
    """The same after a change since the last resolution; None if the whole project has to be resolved again."""
    parsed = [source for source in sources if source.name in facts]
    if last.snapshot is None or [source.name for source in parsed] != list(last.facts):
        return None
    with suppress(CannotResumeError):
        resumed = Resumed(last.snapshot, parsed, last.changes(facts), lambda module: facts[parsed[module].name])
        return _judged_by(resumed.project, asked, config, progress)
    return None


def _judged_by(
    project: Project, sources: Sequence[SourceFile], config: Config, progress: Progress = silent, keep: Keep | None = None
) -> Results:
    shadowed = {source.name: shadowed_names(project.facts(source.name)) for source in sources if source.name in project.names}
    cases = [_Case(project, target, table_of(config), shadowed) for target in config.targets]
    tasks = [partial(timed, _judged, source, case) for case in cases for source in sources]
    processes = worth(config.jobs, len(cases) * sum(len(source.text) for source in sources))
    lost = pack_judged(Judged("problem", Problem("MA903", "the analysis ended its process on this file")))
    with in_copies(tasks, processes, Timed(lost, 0.0)) as answers:
        if keep:
            keep(project)
        done = list(watched_files(answers, "judge", [source.name for source in sources] * len(cases), progress))
    project.evaluator.forget()
    size = len(sources)
    return [done[number * size : (number + 1) * size] for number in range(len(cases))]


def _judged(source: SourceFile, case: _Case) -> bytes:
    """One file's results; whatever goes wrong in judging it stays with it. Raises CannotResumeError alone."""
    problem = source.problem
    try:
        if problem is None:
            return pack_judged(_judge_file(source, case))
    except CannotResumeError:
        raise
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

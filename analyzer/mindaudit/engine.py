"""Joins the steps of an audit: discover, read, collect, resolve, classify, find hazards."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import mindaudit_data
from mindaudit import __version__, suppress
from mindaudit.cache import FactsCache, Judged, JudgedCache, bare, judged_key, location, pack_judged, source_digest, unpack_judged
from mindaudit.classify import Table, classify
from mindaudit.config import Config
from mindaudit.discover import Discovery, discover
from mindaudit.errors import UsageError
from mindaudit.facts import ModuleFacts
from mindaudit.gather import gather
from mindaudit.hazards import find
from mindaudit.levels import Levels
from mindaudit.model import Audit, FileAudit, Problem, SourceFile, Target
from mindaudit.own_rows import table_of
from mindaudit.processes import in_copies, worth
from mindaudit.progress import Progress, silent, watched
from mindaudit.resolve import Project
from mindaudit.resume import changed, resumed, still_hold
from mindaudit.runs import Remembered, RunCache
from mindaudit.shadow import shadowed_names
from mindaudit.source import read

Wanted = Callable[[SourceFile], bool]


@dataclass(frozen=True, slots=True)
class Collected:
    """Everything that was read, before any of it is judged."""

    root: Path
    named: frozenset[str]
    sources: Sequence[SourceFile]
    facts: Mapping[str, ModuleFacts]
    """By name; files with a problem have none."""


@dataclass(frozen=True, slots=True)
class _Case:
    """Everything that judging one file needs."""

    project: Project
    target: Target
    table: Table
    shadowed: Mapping[str, frozenset[str]]


class _Caches:
    """What is kept between runs."""

    def __init__(self, file: Path | None) -> None:
        self.facts, self.judged, self.runs = FactsCache(file), JudgedCache(file), RunCache(file)


def scan(
    paths: Sequence[str | os.PathLike[str]], config: Config | None = None, progress: Progress = silent, wanted: Wanted | None = None
) -> Audit:
    """Audit the files at and beneath `paths`.

    Reads files and changes none. With `wanted` only the files that it takes are judged; the others are their context. A file that cannot
    be audited is one with a problem in the result. Raises UsageError for paths that do not exist or hold nothing to audit.
    """
    config = config or Config()
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources = [read(file) for file in found.files]
    asked = [source for source in sources if wanted is None or wanted(source)]
    caches = _Caches(location() if config.cache else None)
    digests = [source_digest(source) for source in sources]
    key = judged_key(digests, asked, config)
    with _unhindered():
        judged = caches.judged.find(key)
    if judged is None or [len(files) for files in judged] != [len(asked)] * len(config.targets):
        packed = _judged_again(sources, digests, asked, config, caches)
        if packed is None:
            keep = partial(caches.runs.keep, sources, digests)
            packed = _judged_anew(found, sources, config, progress, wanted, caches.facts, keep)
        with _unhindered():
            caches.judged.keep(key, packed)
            judged = unpack_judged(packed)
    return assemble(Collected(found.root, found.named, asked, {}), judged, config)


def _judged_anew(
    found: Discovery,
    sources: Sequence[SourceFile],
    config: Config,
    progress: Progress,
    wanted: Wanted | None,
    cache: FactsCache,
    keep: Callable[[Project], None],
) -> list[list[bytes]]:
    """Results from the texts on; nothing else of all that is made for them is left afterwards."""
    parsed, facts = gather(sources, config.jobs, progress, cache)
    with _unhindered():
        return judge(Collected(found.root, found.named, parsed, facts), config, progress, wanted, keep)


def explain_resolution(paths: Sequence[str | os.PathLike[str]], config: Config, place: str) -> str:
    """How the calls on one line (`FILE:LINE`, the file as reports call it) were resolved.

    Raises UsageError for a place that is not among the audited files.
    """
    from mindaudit.resolve.explain import explain

    name, _, line = place.rpartition(":")
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources, facts = gather(list(map(read, found.files)), config.jobs, cache=FactsCache(location() if config.cache else None))
    parsed = [source for source in sources if source.name in facts]
    texts = {source.name: source.text for source in parsed}
    if name not in texts or not line.isdecimal():
        raise UsageError(f"{place!r} is no place in an audited file; write FILE:LINE with the file as reports call it")
    with _unhindered():
        project = Project(parsed, [facts[source.name] for source in parsed], mindaudit_data.torch_catalog())
        lines = list(explain(project, name, texts[name], int(line)))
    return "\n".join(lines) or f"no call ends on line {line} of {name}"


def judge(
    collected: Collected,
    config: Config,
    progress: Progress = silent,
    wanted: Wanted | None = None,
    keep: Callable[[Project], None] | None = None,
) -> list[list[bytes]]:
    """What the tables and rules say about the files that were read: for each target of the configuration, for each wanted file, packed.

    `keep` gets the project before it is let go.
    """
    parsed = [source for source in collected.sources if source.name in collected.facts]
    project = Project(parsed, [collected.facts[source.name] for source in parsed], mindaudit_data.torch_catalog())
    sources = [source for source in collected.sources if wanted is None or wanted(source)]
    return _judged_by(project, sources, config, progress, keep)


def judge_again(
    run: Remembered, collected: Collected, config: Config, progress: Progress, asked: Sequence[SourceFile]
) -> list[list[bytes]] | None:
    """The same for these files after a change since a run; None if everything has to be resolved anew."""
    parsed = [source for source in collected.sources if source.name in collected.facts]
    if run.names != tuple(source.name for source in parsed):
        return None
    facts = run.changed(collected.facts)
    found = resumed(run, parsed, facts, alone=all(source.name in facts for source in asked))
    return _judged_by(found.project, asked, config, progress) if found else None


def _judged_again(
    sources: Sequence[SourceFile], digests: Sequence[bytes], asked: Sequence[SourceFile], config: Config, caches: _Caches
) -> list[list[bytes]] | None:
    """Results after a change to a few files, of which no other file takes notice; None if there was no run before, or more has changed."""
    run = caches.runs.find(sources)
    fresh = changed(run, sources, digests) if run else []
    if not run or not fresh:
        return None
    _, facts = gather(fresh, 1, cache=caches.facts)
    if len(facts) < len(fresh):
        return None
    names = {source.name for source in fresh}
    with _unhindered():
        alone = names.issuperset(source.name for source in asked)
        before = None if alone else caches.judged.find(judged_key(run.header.sources, asked, config))
        parsed = [sources[number] for number in run.header.parsed]
        found = resumed(run, parsed, facts, alone) if alone or before else None
        if not found or not all(still_hold(files, found.rewritten) for files in before or ()):
            return None
        again = _judged_by(found.project, [source for source in asked if source.name in names], config)
    return again if before is None else [_replaced(asked, names, *each) for each in zip(before, again, strict=True)]


def _replaced(asked: Sequence[SourceFile], names: Container[str], before: Sequence[Judged], again: Iterable[bytes]) -> list[bytes]:
    """The results of before, with new ones for these files."""
    fresh = iter(again)
    return [next(fresh) if source.name in names else pack_judged(judged) for source, judged in zip(asked, before, strict=True)]


def _judged_by(
    project: Project,
    sources: Sequence[SourceFile],
    config: Config,
    progress: Progress = silent,
    keep: Callable[[Project], None] | None = None,
) -> list[list[bytes]]:
    """Packed, the results travel from one process to another, and take little room while the project is there."""
    shadowed = {source.name: shadowed_names(project.facts(source.name)) for source in sources if source.name in project.names}
    cases = [_Case(project, target, table_of(config), shadowed) for target in config.targets]
    tasks = [partial(_judged, source, case) for case in cases for source in sources]
    processes = worth(config.jobs, len(cases) * sum(len(source.text) for source in sources))
    with in_copies(tasks, processes) as results:
        if keep:
            keep(project)
        done = list(watched(results, "judge", len(tasks), progress))
    project.program.forget()
    size = len(sources)
    return [done[number * size : (number + 1) * size] for number in range(len(cases))]


def assemble(collected: Collected, judged: Sequence[Sequence[Judged]], config: Config) -> Audit:
    """The audit of these files: what was judged, under the configuration's levels and the comments that accept results."""
    levels = Levels(config, collected.root)
    audits = [
        Audit(
            root=_shown(collected.root),
            target=target,
            files=tuple(_finished(source, each, target, levels, config) for source, each in zip(collected.sources, files, strict=True)),
            tool_version=__version__,
            data_version=mindaudit_data.__version__,
            folder=str(collected.root),
            named=collected.named,
        )
        for target, files in zip(config.targets, judged, strict=True)
    ]
    return replace(audits[0], others=tuple(audits[1:]))


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


def _finished(source: SourceFile, judged: Judged, target: Target, levels: Levels, config: Config) -> FileAudit:
    outcome = suppress.apply(source.text, judged.findings, judged.hazards, target, config.require_reason)
    return FileAudit(
        source.name,
        judged.status,
        judged.problem,
        findings=levels.findings(source.name, outcome.findings),
        hazards=levels.hazards(source.name, outcome.hazards),
        third_party=judged.third_party,
        gave_up=judged.gave_up,
        suppressed=outcome.suppressed,
        text=source.text,
        cells=source.cells,
    )


def _shown(root: Path) -> str:
    """The scanned folder as a report names it: relative where it lies below the current one, so that no home folder is mailed around."""
    try:
        return root.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return root.as_posix()


@contextmanager
def _unhindered() -> Iterator[None]:
    """No garbage collection, since facts, values and results hold no cycles and live until the end."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.freeze()  # else the first collection afterwards goes through everything that was made
            gc.enable()

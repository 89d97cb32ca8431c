"""Joins the steps of an audit: discover, read, collect, resolve, classify, find hazards."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import mindaudit_data
from mindaudit import __version__, suppress
from mindaudit.cache import FactsCache, location
from mindaudit.classify import Table, classify
from mindaudit.config import Config
from mindaudit.discover import discover
from mindaudit.facts import ModuleFacts
from mindaudit.gather import gather
from mindaudit.hazards import find
from mindaudit.levels import Levels
from mindaudit.model import Audit, FileAudit, Problem, SourceFile, Target
from mindaudit.own_rows import table_of
from mindaudit.progress import Progress, silent, watched
from mindaudit.resolve import Project
from mindaudit.shadow import shadowed_names

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
    levels: Levels
    require_reason: bool


def scan(
    paths: Sequence[str | os.PathLike[str]], config: Config | None = None, progress: Progress = silent, wanted: Wanted | None = None
) -> Audit:
    """Audit the files at and beneath `paths`.

    Reads files and changes none. With `wanted` only the files that it takes are judged; the others are their context. A file that cannot
    be audited is one with a problem in the result. Raises UsageError for paths that do not exist or hold nothing to audit.
    """
    config = config or Config()
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources, facts = gather(found.files, config.jobs, progress, FactsCache(location() if config.cache else None))
    with _frozen():
        return judge(Collected(found.root, found.named, sources, facts), config, progress, wanted)


def judge(collected: Collected, config: Config, progress: Progress = silent, wanted: Wanted | None = None) -> Audit:
    """The audit of what was read, against every target of the configuration."""
    parsed = [source for source in collected.sources if source.name in collected.facts]
    project = Project(parsed, [collected.facts[source.name] for source in parsed], mindaudit_data.torch_catalog())
    sources = [source for source in collected.sources if wanted is None or wanted(source)]
    shadowed = {source.name: shadowed_names(collected.facts[source.name]) for source in sources if source.name in collected.facts}
    levels, table = Levels(config, collected.root), table_of(config)
    audits = []
    for target in config.targets:
        case = _Case(project, target, table, shadowed, levels, config.require_reason)
        audits.append(
            Audit(
                root=_shown(collected.root),
                target=target,
                files=tuple(_audit_file(source, case) for source in watched(sources, "judge", len(sources), progress)),
                tool_version=__version__,
                data_version=mindaudit_data.__version__,
                folder=str(collected.root),
                named=collected.named,
            )
        )
    return replace(audits[0], others=tuple(audits[1:]))


def _audit_file(source: SourceFile, case: _Case) -> FileAudit:
    """One file's findings; whatever goes wrong in judging it stays with it."""
    if source.problem is not None:
        return FileAudit(source.name, "problem", source.problem, text=source.text, cells=source.cells)
    try:
        return _judge(source, case)
    except Exception as error:
        problem = Problem("MA903", f"the analysis failed on this file: {type(error).__name__}: {error}")
        return FileAudit(source.name, "problem", problem, text=source.text, cells=source.cells)


def _judge(source: SourceFile, case: _Case) -> FileAudit:
    usages = case.project.usages(source.name)
    findings = classify(usages, source.text, case.target, case.table, case.shadowed[source.name])
    hazards = find(case.project, source.name, source.text, case.target)
    outcome = suppress.apply(source.text, findings, hazards.found, case.target, case.require_reason)
    third_party = tuple(case.project.third_party(source.name, lambda name: case.table.substitute(name, case.target.mindspore)))
    return FileAudit(
        source.name,
        "analyzed" if findings or hazards.found or third_party or case.project.reaches_torch(source.name) else "no-torch",
        findings=case.levels.findings(source.name, sorted(outcome.findings, key=lambda finding: finding.usage.span)),
        hazards=case.levels.hazards(source.name, outcome.hazards),
        third_party=third_party,
        gave_up=(*case.project.gave_up(source.name), *hazards.gave_up),
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
def _frozen() -> Iterator[None]:
    """Spare the garbage collector the facts, which all live until the end."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

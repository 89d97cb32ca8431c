"""Runs an audit: discover, read, judge, assemble.

If nothing has changed since an earlier run, its results are read from the cache, and neither the resolver nor the rules are imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import mindaudit_data
from mindaudit.audit.gc_pause import uncollected
from mindaudit.audit.progress import Progress, silent, timed, watched_files
from mindaudit.audit.result import ScanResult
from mindaudit.audit.version import __version__
from mindaudit.cache.facts import FactsCache
from mindaudit.cache.keys import judged_key, source_digest
from mindaudit.cache.results import Judged, JudgedCache, unpack_judged
from mindaudit.config.folders import cache_file
from mindaudit.config.levels import Levels
from mindaudit.config.schema import Config
from mindaudit.config.scope import Scope
from mindaudit.errors import UsageError
from mindaudit.model import FileAudit, SourceFile, Target
from mindaudit.policy import suppressions as suppress
from mindaudit.sources.discover import Discovery, discover
from mindaudit.sources.read import decoded, read

Wanted = Callable[[SourceFile], bool]


def scan(
    paths: Sequence[str | os.PathLike[str]],
    config: Config | None = None,
    progress: Progress = silent,
    wanted: Wanted | None = None,
    facts: FactsCache | None = None,
) -> ScanResult:
    """Audit the files at and beneath `paths`.

    Reads files and changes none. With `wanted` only the files that it takes are judged; the others are their context. `facts` holds those
    of files that were collected elsewhere. A file that cannot be audited is one with a problem in the result. Raises UsageError for paths
    that do not exist or hold nothing to audit.
    """
    config = config or Config()
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources = list(watched_files((timed(read, file) for file in found.files), "read", [file.name for file in found.files], progress))
    return _audit(found, sources, [source for source in sources if wanted is None or wanted(source)], config, progress, facts)


def scan_text(data: bytes, name: str, config: Config, progress: Progress = silent) -> ScanResult:
    """Audit one file that is given as bytes, under the name that it has below the current folder; other files are not read."""
    root = Path.cwd()
    path = root / name
    shown = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    source = SourceFile(str(path), shown)
    return _audit(Discovery(root, (source,), frozenset({shown})), *([decoded(source, data)],) * 2, config, progress)


def _audit(
    found: Discovery,
    sources: Sequence[SourceFile],
    asked: Sequence[SourceFile],
    config: Config,
    progress: Progress,
    facts: FactsCache | None = None,
) -> ScanResult:
    """The audit of the asked ones of the files; the others are their context."""
    digests = [source_digest(source) for source in sources]
    key = judged_key(digests, asked, config)
    kept = JudgedCache(cache_file() if config.cache else None)
    with uncollected():
        judged = kept.find(key)
    if judged is None or [len(files) for files in judged] != [len(asked)] * len(config.targets):
        from mindaudit.audit.pipeline import Task, results

        packed = results(Task(sources, digests, asked, config, progress, facts), kept)
        with uncollected():
            kept.keep(key, packed)
            judged = unpack_judged(packed)
    return assemble(found, asked, judged, config)


def explain_resolution(paths: Sequence[str | os.PathLike[str]], config: Config, place: str) -> str:
    """How the calls on one line (`FILE:LINE`, the file as reports call it) were resolved.

    Raises UsageError for a place that is not among the audited files.
    """
    from mindaudit.audit.collect_files import collect_files
    from mindaudit.audit.pipeline import resolved
    from mindaudit.resolve.queries.why import explain

    name, _, line = place.rpartition(":")
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources, facts = collect_files(list(map(read, found.files)), config.jobs, cache=FactsCache(cache_file() if config.cache else None))
    texts = {source.name: source.text for source in sources if source.name in facts}
    if name not in texts or not line.isdecimal():
        raise UsageError(f"{place!r} is no place in an audited file; write FILE:LINE with the file as reports call it")
    with uncollected():
        lines = list(explain(resolved(sources, facts), name, texts[name], int(line)))
    return "\n".join(lines) or f"no call ends on line {line} of {name}"


def assemble(found: Discovery, asked: Sequence[SourceFile], judged: Sequence[Sequence[Judged]], config: Config) -> ScanResult:
    """The audit of the asked files: what was judged, under the configuration's levels and the comments that accept results."""
    levels, scope = Levels(config, found.root), Scope(config, found.root)
    audits = [
        ScanResult(
            root=_shown(found.root),
            target=target,
            files=tuple(_finished(source, each, target, levels, scope, config) for source, each in zip(asked, files, strict=True)),
            tool_version=__version__,
            data_version=mindaudit_data.__version__,
            folder=str(found.root),
            named=found.named,
        )
        for target, files in zip(config.targets, judged, strict=True)
    ]
    return replace(audits[0], others=tuple(audits[1:]))


def _finished(source: SourceFile, judged: Judged, target: Target, levels: Levels, scope: Scope, config: Config) -> FileAudit:
    """The audit of a file. Comments are applied first, so that one on a result out of scope is not reported as unused."""
    outcome = suppress.apply(source.text, judged.findings, judged.hazards, target, config.require_reason)
    suppressed = tuple(each for each in outcome.suppressed if not scope.leaves_out(source.name, each.result))
    accepted = {id(each.result) for each in suppressed}
    findings = scope.findings(source.name, (each for each in judged.findings if id(each) not in accepted))
    return FileAudit(
        source.name,
        judged.status,
        judged.problem,
        findings=levels.findings(source.name, findings),
        hazards=levels.hazards(source.name, scope.hazards(source.name, outcome.hazards)),
        third_party=() if scope.leaves_out(source.name) else judged.third_party,
        gave_up=judged.gave_up,
        suppressed=suppressed,
        text=source.text,
        cells=source.cells,
    )


def _shown(root: Path) -> str:
    """The scanned folder as a report names it: relative to the current one if it is below it, so that reports do not show home folders."""
    try:
        return root.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return root.as_posix()

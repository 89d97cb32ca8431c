"""Modules that git ignores and that files of a project import: what a build leaves behind, without which a program does not start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from mindaudit.audit.collect_files import collect_files
from mindaudit.audit.progress import Progress, silent
from mindaudit.cache.facts import FactsCache
from mindaudit.config.folders import cache_file
from mindaudit.config.schema import Config
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read


def with_ignored_modules(paths: Sequence[str], config: Config, progress: Progress = silent) -> list[str]:
    """The paths, and those of the modules beneath them that git ignores and that files there import.

    Raises UsageError as `discover` does.
    """
    base = config.folder.resolve()
    found = discover(paths, config.exclude, config.gitignore, base)
    hidden = {source.path for source in discover(paths, config.exclude, False, base).files} - {source.path for source in found.files}
    cache = FactsCache(cache_file() if config.cache else None)
    named, waiting = list(paths), found.files
    while hidden and waiting:
        _, facts = collect_files(list(map(read, waiting)), config.jobs, progress, cache)
        wanted = {
            str(file) for source in waiting if source.name in facts for file in _modules(Path(source.path), facts[source.name], found.root)
        }
        more = sorted(hidden & wanted)
        named, hidden = [*named, *more], hidden.difference(more)
        waiting = discover(more, (), False).files if more else ()
    return named


def _modules(path: Path, facts: ModuleFacts, root: Path) -> Iterator[Path]:
    """The files below `root` that the imports of a file may read."""
    for level, parts in _imported(facts):
        yield from _files(path.parent, root, level, parts)


def _imported(facts: ModuleFacts) -> Iterator[tuple[int, list[str]]]:
    """For each import the number of dots before it, and the parts of its name; a member, too, may be a module."""
    for each in facts.expressions:
        match each:
            case ex.Import(module=name):
                yield 0, name.split(".")
            case ex.FromImport(module=module, level=level, name=name):
                yield level, [*filter(None, module.split(".")), name]


def _files(folder: Path, root: Path, level: int, parts: Sequence[str]) -> Iterator[Path]:
    """The files that an import in a folder may read: a module, with the packages around it."""
    starts = [folder, *folder.parents]
    for start in starts[level - 1 : level] if level else starts:
        if start.is_relative_to(root):
            for end in range(1, len(parts) + 1):
                place = start.joinpath(*parts[:end])
                yield from filter(Path.is_file, (place / "__init__.py", place.with_name(f"{place.name}.py")))

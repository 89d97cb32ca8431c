"""The task for one repository: a pure function from a repository and options to bytes, which any engine can run anywhere."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import mindaudit
import mindaudit_data
from mindaudit.audit import engine
from mindaudit.cache.facts import FactsCache
from mindaudit.config.folders import accepted
from mindaudit.config.schema import targets_of
from mindaudit.model import Audit
from mindaudit.portfolio.checkout import Tree, checked_out
from mindaudit.portfolio.dependencies import declared
from mindaudit.portfolio.listing import Repository
from mindaudit.portfolio.own_settings import named_from, paths_in, settings_of
from mindaudit.portfolio.store import packed
from mindaudit_reports import Options as ReportOptions
from mindaudit_reports.json import FORMAT
from mindaudit_reports.portfolio.figures import figures
from mindaudit_reports.views.build import as_report

_DIGEST = 20
_DATA = (".py", ".csv", ".md", ".toml", ".json")


class Options(msgspec.Struct, frozen=True):
    """The options of a scan for all its repositories."""

    day: str
    """The day of the scan; that of versions which have none of their own."""
    targets: tuple[str, ...] = ()
    mode: str | None = None
    backend: str | None = None
    no_source: bool = False
    syntax: str | None = None


def audit(repository: Repository, options: Options) -> bytes:
    """Audit a repository: the file that a store keeps of it, a JSON report of schema 2 with its figures in front.

    What it gives depends on the repository's content, the options and the tool alone. Raises UsageError for what cannot be audited.
    """
    with scratch_folder() as scratch:
        return audit_tree(repository, checked_out(repository, scratch), options)


def audit_tree(repository: Repository, tree: Tree, options: Options, facts: FactsCache | None = None) -> bytes:
    """The same of a version that is checked out; `facts` holds those of files that were collected elsewhere."""
    config = replace(settings_of(repository, tree.folder), targets=targets_of(*_aims(repository, options)), jobs=1, cache=False)
    with named_from(tree.folder):
        scanned = engine.scan(paths_in(config), config, facts=facts)
    found = _labelled(scanned, repository, tree, options)
    render = ReportOptions(no_source=options.no_source)
    reports = [as_report(each, render) for each in (found, *found.others)]
    *others, last = reports
    return packed(key(repository, tree.version, options), figures(last, declared(tree.folder), others), FORMAT.render(reports, render))


def key(repository: Repository, version: str, options: Options) -> str:
    """A digest of all inputs of a report."""
    asked = (repository.name, repository.paths, repository.exclude, repository.date, *_aims(repository, options))
    digest = blake2b(_tool_digest(), digest_size=_DIGEST)
    digest.update(msgspec.json.encode((version, asked, options.no_source)))
    return digest.hexdigest()


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="mindaudit-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _aims(repository: Repository, options: Options) -> tuple[tuple[str, ...], str | None, str | None, str | None]:
    """The releases, mode, backend and syntax level of a scan."""
    own = repository
    return tuple(own.target) or options.targets, own.mode or options.mode, own.backend or options.backend, own.syntax or options.syntax


def _labelled(found: Audit, repository: Repository, tree: Tree, options: Options) -> Audit:
    """The audit under the repository's name and its version's day, without the place where it was checked out."""
    day = repository.date or tree.day or options.day
    first, *others = (
        replace(each, root=repository.name, folder=repository.name, made=day, commit=tree.commit or None) for each in (found, *found.others)
    )
    return replace(first, others=tuple(others))


@cache
def _tool_digest() -> bytes:
    """A digest of the analyzer and the tables, the same wherever they are installed, and of the tables that were fetched here."""
    digest = blake2b(digest_size=_DIGEST)
    for package in (mindaudit, mindaudit_data):
        folder = Path(package.__path__[0])
        for file in sorted(file for file in folder.rglob("*") if file.suffix in _DATA):
            digest.update(f"{file.relative_to(folder).as_posix()}\0".encode())
            digest.update(blake2b(file.read_bytes(), digest_size=_DIGEST).digest())
    for table in accepted():
        digest.update(blake2b(table.read_bytes(), digest_size=_DIGEST).digest())
    return digest.digest()

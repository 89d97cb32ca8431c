"""Scans a portfolio: each repository of the listing becomes a row in the index of the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from mindaudit.audit.processes import processors
from mindaudit.portfolio import engine
from mindaudit.portfolio.collecting import LARGE
from mindaudit.portfolio.dependencies import Packages
from mindaudit.portfolio.job import Job, now, row_of
from mindaudit.portfolio.listing import Repository
from mindaudit.portfolio.store import Store
from mindaudit.portfolio.task import Options
from mindaudit_reports.portfolio.records import Row

_SECONDS_BETWEEN_NOTES = 10.0
LIMIT = 3600.0
"""Seconds that one repository may take unless another limit is given."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a scan runs."""

    store: str
    scheduler: str | None = None
    workers: int = 0
    """Of a cluster on this machine; 0 means one for each processor."""
    limit: float = LIMIT
    large: int = LARGE
    """Characters of source above which a repository is several tasks."""
    sites: tuple[Path, ...] = ()
    """Where third-party packages lie; with none of them only the repositories are audited."""


@dataclass(slots=True)
class _Notes:
    """Rows to be added to the index: they are written from time to time, so that a killed scan keeps what it has done."""

    store: Store
    waiting: list[Row] = field(default_factory=list)
    written: float = field(default_factory=time.monotonic)

    def add(self, row: Row) -> None:
        self.waiting.append(row)
        if time.monotonic() - self.written > _SECONDS_BETWEEN_NOTES:
            self.write()

    def write(self) -> None:
        if self.waiting:
            self.store.note(self.waiting)
        self.waiting, self.written = [], time.monotonic()


def scan(repositories: Sequence[Repository], options: Options, plan: Plan, told: Callable[[Row], None]) -> None:
    """Audit the repositories; `told` gets each row when it is ready. Raises MindauditError if store or cluster cannot be used."""
    notes, dependencies = _Notes(Store(plan.store)), _Dependencies(Packages.under(plan.sites), options, plan.store)
    jobs = [Job(repository, options, plan.store, large=plan.large) for repository in repositories]
    notes.store.note(row_of(job, "waiting") for job in jobs)
    with engine.connected(plan.scheduler, plan.workers or processors()) as client:
        try:
            for row in engine.rows(client, _largest_first(jobs), plan.limit, dependencies.jobs_after):
                notes.add(row)
                told(row)
        finally:
            notes.write()
    notes.waiting += dependencies.added()
    notes.write()
    notes.store.compact()


@dataclass(slots=True)
class _Dependencies:
    """The third-party packages of repositories: each is audited once, whoever needs it."""

    packages: Packages
    options: Options
    store: str
    submitted: set[str] = field(default_factory=set)
    using: set[str] = field(default_factory=set)
    """Packages that turned out to use torch."""
    needing: list[tuple[Row, list[str]]] = field(default_factory=list)
    """Repositories with the packages that they need."""

    def jobs_after(self, row: Row) -> list[Job]:
        """Jobs for what a repository needs and nobody needed before; `row`: what has just been done."""
        if row.figures is None:
            return []
        if row.kind == "dependency":
            self.using.update([row.repository] if row.figures.summary.sites else [])
            return []
        needed = [package.repository for package in self.packages.needed(row.figures.requires)]
        if needed:
            self.needing.append((row, [each.name for each in needed]))
        fresh = [each for each in needed if each.name not in self.submitted]
        self.submitted.update(each.name for each in fresh)
        return [Job(each, self.options, self.store, "dependency") for each in fresh]

    def added(self) -> Iterator[Row]:
        """The rows of repositories that need packages with torch, with the names of these."""
        for row, names in self.needing:
            if kept := tuple(name for name in names if name in self.using):
                yield msgspec.structs.replace(row, dependencies=kept, at=now())


def _largest_first(jobs: Iterable[Job]) -> list[Job]:
    """The jobs, known large ones first, so that workers finish at about the same time."""
    return sorted(jobs, key=lambda job: -_size(Path(job.repository.source)))


def _size(place: Path) -> int:
    """Bytes of a file, and of the Python files below a folder; 0 for what is elsewhere."""
    try:
        if place.is_file():
            return place.stat().st_size
        return sum(file.stat().st_size for file in place.rglob("*.py")) if place.is_dir() else 0
    except OSError:
        return 0

"""The job of a worker for one repository: look it up in the store, audit it if it is not there, store the report, and return the outcome.

A very large repository is collected in several tasks: its job first returns their texts, and is finished when their facts are there.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from mindaudit.cache.facts import FactsCache
from mindaudit.config.values import read_value
from mindaudit.errors import MindauditError
from mindaudit.portfolio.checkout import checked_out, files_of, known_version, mentions
from mindaudit.portfolio.collecting import Chunk, chunks
from mindaudit.portfolio.listing import Repository
from mindaudit.portfolio.store import Store, head_of
from mindaudit.portfolio.task import Options, audit_tree, key
from mindaudit.sources.discover import NothingFoundError
from mindaudit_reports.portfolio.records import Figures, Kind, Row, Status


class Job(msgspec.Struct, frozen=True):
    """One repository of a scan, as it is sent to a worker."""

    repository: Repository
    options: Options
    store: str
    kind: Kind = "repository"
    large: int = 0
    """Characters of source above which collecting becomes tasks of its own; 0 for never."""


class Divided(msgspec.Struct, frozen=True):
    """The answer to the job of a very large repository: texts whose facts have to be collected first."""

    chunks: list[Chunk]


def job_of(content: bytes) -> Job:
    """A job that was written as JSON."""
    return msgspec.json.decode(content, type=Job, dec_hook=read_value)


def perform(job: Job, scratch: Path, facts: Path | None = None) -> Row | Divided:
    """Audit a repository unless the store has it; whatever goes wrong becomes a row with the reason.

    `scratch`: an empty folder. `facts`: those that were collected elsewhere; without them a very large repository is divided.
    """
    begun = time.monotonic()
    try:
        done = _performed(job, scratch, facts)
    except NothingFoundError:
        return row_of(job, "empty", reason="no Python file or notebook that is not ignored or excluded")
    except MindauditError as error:
        return row_of(job, "failed", reason=str(error))
    except Exception as error:
        return row_of(job, "failed", reason=f"the audit failed: {type(error).__name__}: {error}")
    if isinstance(done, Divided):
        return done
    status, version, figures = done
    return row_of(job, status, version, figures=figures, seconds=round(time.monotonic() - begun, 3))


def row_of(job: Job, status: Status, version: str = "", reason: str = "", figures: Figures | None = None, seconds: float = 0.0) -> Row:
    """The row about a job at this time."""
    named = job.repository
    return Row(
        repository=named.name,
        status=status,
        at=now(),
        version=version,
        reason=reason,
        seconds=seconds,
        owner=named.owner,
        tags=tuple(named.tags),
        value=named.value,
        kind=job.kind,
        figures=figures,
    )


def now() -> str:
    """The current time in the form of rows."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _performed(job: Job, scratch: Path, facts: Path | None) -> tuple[Status, str, Figures] | Divided:
    store, named = Store(job.store), job.repository
    version = known_version(named)
    if version and (figures := _kept(store, job, version)):
        return "unchanged", version, figures
    tree = checked_out(named, scratch, version)
    if tree.version != version and (figures := _kept(store, job, tree.version)):
        return "unchanged", tree.version, figures
    if job.kind == "dependency" and not mentions(named, tree.folder, "torch"):
        raise NothingFoundError("no use of torch")
    if job.large and facts is None and (parts := chunks(files_of(named, tree.folder), job.large)):
        return Divided(parts)
    content = audit_tree(named, tree, job.options, FactsCache(facts) if facts else None)
    store.keep(named.name, tree.version, content)
    return "audited", tree.version, head_of(content).figures


def _kept(store: Store, job: Job, version: str) -> Figures | None:
    """The stored figures of a version, if they were made from the same inputs."""
    head = store.head(job.repository.name, version)
    return head.figures if head and head.key == key(job.repository, version, job.options) else None

"""Runs jobs on Dask: on the processors of this machine, or on the cluster behind a scheduler's address.

A worker's thread passes each job to a process of its own, which is ended when the job takes too long. If a worker is lost, Dask gives its
jobs to another one, which finds in the store what such a job has already written.
"""

from __future__ import annotations

import atexit
import logging
import queue
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import msgspec
from distributed import Client, Future, LocalCluster, as_completed, worker_client

from mindaudit.errors import UsageError
from mindaudit.portfolio.child import Answer, Child, Collect, EndedError, Perform, TooLongError
from mindaudit.portfolio.collecting import Chunk, kept
from mindaudit.portfolio.job import Job, job_of, now, row_of
from mindaudit.portfolio.task import scratch_folder
from mindaudit_reports.portfolio.records import Row

_SECONDS_TO_CONNECT = 20
_children: set[Child] = set()
"""Processes of this worker."""
_idle: queue.SimpleQueue[Child] = queue.SimpleQueue()
"""Those of them that have nothing to do."""


@contextmanager
def connected(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A client of the cluster at an address, or of a new one on this machine. Raises UsageError if none answers there."""
    if scheduler is None:
        # its status pages are on this machine alone, on ports that are free
        pages = dict.fromkeys(("dashboard_address", "worker_dashboard_address"), "127.0.0.1:0")
        local = {"processes": False, "memory_limit": 0, "silence_logs": logging.ERROR, **pages}
        with LocalCluster(n_workers=1, threads_per_worker=workers, **local) as cluster, Client(cluster) as client:
            try:
                yield client
            finally:
                _end_children()  # else an interrupted scan would wait for what they are doing
        return
    try:
        client = Client(scheduler, timeout=_SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {scheduler}: {error}") from None
    with client:
        yield client


def rows(client: Client, jobs: Iterable[Job], limit: float, more: Callable[[Row], Iterable[Job]]) -> Iterator[Row]:
    """A row for each job, in the order in which they are done; `more` says which jobs follow from one."""
    submitted: dict[str, Job] = {}

    def submit(job: Job) -> Future[bytes]:
        future = client.submit(run, msgspec.json.encode(job), limit, pure=False)
        submitted[str(future.key)] = job
        return future

    running = as_completed([submit(job) for job in jobs])
    for future in running:
        job = submitted.pop(str(future.key))
        row = _row(future, job)
        future.release()
        for each in more(row):
            running.add(submit(each))
        yield row


def run(content: bytes, limit: float) -> bytes:
    """The task: the row of a job, each as JSON."""
    job = job_of(content)
    with scratch_folder() as scratch, scratch_folder() as other:
        try:
            answer = _asked(Perform(job, str(scratch)), limit)
            if answer.divided:
                facts = other / "facts.sqlite"
                kept(facts, _collected(answer.divided.chunks, limit))
                with scratch_folder() as again:
                    answer = _asked(Perform(job, str(again), str(facts)), limit)
        except EndedError as error:
            why = f"it took longer than {limit:g} seconds" if isinstance(error, TooLongError) else "the audit ended its process"
            return msgspec.json.encode(row_of(job, "failed", reason=why))
    return msgspec.json.encode(answer.row)


def collect(chunk: Chunk, limit: float) -> list[bytes | None]:
    """The task of a part of a very large repository: the packed facts of texts; None for those that give none."""
    try:
        return _asked(Collect(chunk), limit).facts or []
    except EndedError:
        return [None] * len(chunk)


def _collected(chunks: list[Chunk], limit: float) -> list[tuple[Chunk, list[bytes | None]]]:
    """Chunks with their facts, collected by any worker that is free."""
    with worker_client() as client:
        found = client.gather([client.submit(collect, chunk, limit, pure=False) for chunk in chunks])
    return list(zip(chunks, found, strict=True))


def _asked(request: Perform | Collect, limit: float) -> Answer:
    child = _child()
    try:
        answer = child.ask(request, limit)
    except EndedError:
        _children.discard(child)
        raise
    _idle.put(child)
    return answer


def _row(future: Future[bytes], job: Job) -> Row:
    try:
        # the time of this machine, so that rows can be ordered whatever the workers' clocks say
        return msgspec.structs.replace(msgspec.json.decode(future.result(), type=Row), at=now())
    except Exception as error:
        return row_of(job, "failed", reason=f"the cluster gave it up: {type(error).__name__}: {error}")


def _child() -> Child:
    try:
        return _idle.get_nowait()
    except queue.Empty:
        child = Child()
        _children.add(child)
        return child


@atexit.register
def _end_children() -> None:
    with suppress(queue.Empty):
        while True:
            _idle.get_nowait()
    while _children:
        _children.pop().end()

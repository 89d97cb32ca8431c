"""Reads and collects many files, in several processes where that pays."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

from mindaudit.collect import CollectError, collect
from mindaudit.collect.guard import TooDeepError, check
from mindaudit.facts import ModuleFacts
from mindaudit.model import Problem, SourceFile
from mindaudit.progress import Progress, silent, watched
from mindaudit.source import read

WORTH_A_PROCESS = 400_000
"""Bytes of source below which starting another process costs more than it saves."""

Gathered = tuple[SourceFile, ModuleFacts | None]


def gather(files: Sequence[SourceFile], jobs: int = 0, progress: Progress = silent) -> tuple[list[SourceFile], dict[str, ModuleFacts]]:
    """Every file with its text or problem, in the given order, and by name the facts of those that could be parsed."""
    sources, facts = [], {}
    for source, each in watched(_gather(files, jobs or processors()), "read", len(files), progress):
        sources.append(source)
        if each is not None:
            facts[source.name] = each
    return sources, facts


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _gather(files: Sequence[SourceFile], jobs: int) -> Iterator[Gathered]:
    jobs = min(jobs, 1 + sum(map(_size, files)) // WORTH_A_PROCESS)
    if jobs < 2:
        yield from map(gather_one, files)
        return
    done = 0
    try:
        with _pool(jobs) as pool:
            with _uninterrupted():
                results = pool.map(gather_one, files, chunksize=4)
            for result in results:
                yield result
                done += 1
    except BrokenExecutor:
        # a worker died, so go on with one process for each file: the next death then costs that file alone
        yield from map(_gather_apart, files[done:])


def gather_one(file: SourceFile) -> Gathered:
    """One file, read and collected; it has a problem if either fails."""
    source = read(file)
    if source.problem is not None:
        return source, None
    try:
        check(source.text)
        return source, collect(source)
    except CollectError as error:
        return replace(source, problem=Problem("MA901", error.message, error.line)), None
    except TooDeepError as error:
        return replace(source, problem=Problem("MA901", str(error), error.line)), None
    except Exception as error:
        return replace(source, problem=Problem("MA901", f"the parser failed: {type(error).__name__}: {error}")), None


def _gather_apart(file: SourceFile) -> Gathered:
    try:
        with _pool(1) as pool:
            with _uninterrupted():
                future = pool.submit(gather_one, file)
            return future.result()
    except BrokenExecutor:
        return replace(file, problem=Problem("MA901", "the parser crashed on this file")), None


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Workers that share nothing with this process, so that they behave alike on every system; at the end they drop what is not begun."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Workers that start meanwhile never see Ctrl-C, which is this process's to handle."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _size(file: SourceFile) -> int:
    try:
        return Path(file.path).stat().st_size
    except OSError:
        return 0

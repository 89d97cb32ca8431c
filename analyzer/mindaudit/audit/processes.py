"""Other processes that work for this one: fresh ones, and where the system allows it copies."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from types import ModuleType
from typing import Any, Literal, TypeVar

WORTH_A_PROCESS = 400_000
"""Characters of source below which starting another process costs more than it saves."""

Result = TypeVar("Result")
_tasks: Sequence[Callable[[], object]] = ()
"""In a copy: what it was made for."""


def worth(jobs: int, characters: int) -> int:
    """How many processes to use on that much source, of `jobs` that are allowed; 0 allows as many as there are processors."""
    return min(jobs or _processors(), 1 + characters // WORTH_A_PROCESS)


def _processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def fresh(jobs: int, begin: Callable[[], object]) -> Iterator[ProcessPoolExecutor]:
    """Workers that share nothing with this process, so that they behave alike on every system; at the end they drop what is not begun.

    Each calls `begin` first.
    """
    with _pool(jobs, "spawn", begin) as pool:
        yield pool


@contextmanager
def in_copies(tasks: Sequence[Callable[[], Result]], jobs: int) -> Iterator[Iterator[Result]]:
    """What each task gives, in their order. Copies of this process, to which nothing has to be sent, begin with them at once and this one
    is free meanwhile; where there can be none it runs each task when its result is asked for.
    """
    if jobs < 2 or not _can_copy():
        yield (task() for task in tasks)
        return
    with _pool(jobs, "fork", _begin_copy, tasks) as pool:
        with shielded():
            results = pool.map(_run, range(len(tasks)), chunksize=4)
        yield _or_here(results, tasks)


def _or_here(results: Iterator[Result], tasks: Sequence[Callable[[], Result]]) -> Iterator[Result]:
    """The results, those that are missing because a copy died from this process."""
    done = 0
    try:
        for result in results:
            yield result
            done += 1
    except BrokenExecutor:
        yield from (task() for task in tasks[done:])


def _can_copy() -> bool:
    """Elsewhere system libraries do not survive it, and a copy has but one thread: locks that others hold would stay locked in it."""
    return sys.platform == "linux" and threading.active_count() == 1


def _begin_copy(tasks: Sequence[Callable[[], object]]) -> None:
    global _tasks
    _tasks = tasks


def _run(number: int) -> Any:
    return _tasks[number]()


@contextmanager
def _pool(jobs: int, method: Literal["spawn", "fork"], begin: Callable[..., object], *given: object) -> Iterator[ProcessPoolExecutor]:
    with shielded():
        pool = ProcessPoolExecutor(jobs, get_context(method), partial(_begin, begin, *given))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., object], *given: object) -> None:
    _end_with_parent()
    begin(*given)


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for its next order for ever."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def shielded() -> Iterator[None]:
    """Processes that start meanwhile import nothing from the current folder and never see Ctrl-C, which is this process's to handle. Nor
    do they run the main program once more, which may be a script that calls this, or none that can be found.
    """
    safe, main = os.environ.get("PYTHONSAFEPATH"), sys.modules["__main__"]
    os.environ["PYTHONSAFEPATH"] = "1"
    sys.modules["__main__"] = ModuleType("__main__")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if safe is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = safe

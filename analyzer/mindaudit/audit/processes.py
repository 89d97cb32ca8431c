"""Worker processes: new ones, which share nothing with this process, and, where the system allows it, forks of this process."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, suppress
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

WORTH_A_PROCESS = 400_000
"""Characters of source below which starting another process costs more than it saves."""
CHUNK = 4
"""So many tasks go to a copy at a time."""

Result = TypeVar("Result")
_tasks: Sequence[Callable[[], object]] = ()
"""In a copy: what it was made for."""


def worth(jobs: int, characters: int) -> int:
    """How many processes to use on that much source, of `jobs` that are allowed; 0 allows as many as there are processors."""
    return min(jobs or processors(), 1 + characters // WORTH_A_PROCESS)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def fresh(jobs: int, begin: Callable[[], object]) -> Iterator[ProcessPoolExecutor]:
    """A pool of new processes, which behave alike on every system; each calls `begin` first. At the end it drops what has not begun."""
    pool = _made(jobs, "spawn", begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def in_copies(tasks: Sequence[Callable[[], Result]], jobs: int, lost: Result) -> Iterator[Iterator[Result]]:
    """What each task gives, in their order; `lost` for a task that ends its process.

    Copies of this process, to which nothing has to be sent, begin with the tasks at once and this process is free meanwhile. Where there
    can be no copies, or only one is allowed, this process runs each task when its result is asked for.
    """
    if jobs < 2 or not _can_copy():
        yield (task() for task in tasks)
        return
    copies = _Copies(tasks, jobs)
    try:
        yield copies.results(lost)
    finally:
        copies.end()


class _Copies(Generic[Result]):
    """Copies of this process that work on tasks, and new ones when a copy has crashed."""

    def __init__(self, tasks: Sequence[Callable[[], Result]], jobs: int) -> None:
        self._tasks = tasks
        self._jobs = jobs
        self._start(tasks, jobs)

    def _start(self, tasks: Sequence[Callable[[], Result]], jobs: int) -> None:
        self._pool = _made(jobs, "fork", _begin_copy, tasks)
        self._results: Iterator[Result] = iter(())
        with shielded(), suppress(BrokenExecutor):  # a copy can die while the others still get their tasks
            self._results = self._pool.map(_run, range(len(tasks)), chunksize=CHUNK)

    def results(self, lost: Result) -> Iterator[Result]:
        """The result of each task. After a copy has crashed, the next tasks get a copy each, so that only the one that crashes is lost."""
        done = 0
        while True:
            with suppress(BrokenExecutor):
                for result in self._results:
                    yield result
                    done += 1
            if done == len(self._tasks):
                return
            for task in self._tasks[done : done + CHUNK]:
                yield self._apart(task, lost)
            done = min(done + CHUNK, len(self._tasks))
            self.end()
            self._start(self._tasks[done:], self._jobs)

    def _apart(self, task: Callable[[], Result], lost: Result) -> Result:
        self.end()
        self._start([task], 1)
        try:
            return next(self._results, lost)
        except BrokenExecutor:
            return lost

    def end(self) -> None:
        """Stop the copies; tasks that have not begun are dropped."""
        self._pool.shutdown(cancel_futures=True)


def _can_copy() -> bool:
    """Whether this process can be forked safely.

    On macOS system libraries fail in a fork. A fork has one thread only, so locks that other threads hold would stay locked in it.
    """
    return sys.platform == "linux" and threading.active_count() == 1


def _begin_copy(tasks: Sequence[Callable[[], object]]) -> None:
    global _tasks
    _tasks = tasks


def _run(number: int) -> Any:
    return _tasks[number]()


def _made(jobs: int, method: Literal["spawn", "fork"], begin: Callable[..., object], *given: object) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with shielded():
        return ProcessPoolExecutor(jobs, get_context(method), partial(_begin, begin, *given))


def _begin(begin: Callable[..., object], *given: object) -> None:
    _end_with_parent()
    begin(*given)


def _end_with_parent() -> None:
    """End this worker when its parent ends: it would wait for its next task for ever."""
    from multiprocessing import parent_process

    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def shielded() -> Iterator[None]:
    """Protect processes that are started in this context.

    They import nothing from the current folder. They never get SIGINT, which this process handles. They do not import the main program,
    which may be a script without a guard, or have no file.
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

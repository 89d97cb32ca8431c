"""Forked workers: each job is announced before it runs, so that a crash or an endless one is its own and the rest goes on."""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mindaudit.verify.mindspore_side import Outcome

PATIENCE = 15.0
"""Seconds of processor time that one job may take; of waiting it may take ten times as many, since other programs may be busy."""
SECOND_TRY = 4
"""How much more it may take the second time, so that a run on a slow day gives the same results."""


@dataclass(slots=True)
class _Worker:
    """The parent's side of one forked process."""

    jobs: list[int]
    process: int
    pipe: int
    rest: bytes = b""
    current: int | None = None
    since: float = field(default_factory=time.monotonic)


def run_all(
    count: int, run: Callable[[int], Outcome], start: Callable[[], None], workers: int, told: Callable[[int], None] = lambda _: None
) -> list[Outcome]:
    """Runs jobs 0 … count - 1, each in one of some forked workers, which call `start` first.

    A worker that dies leaves its job as `crash`, one that takes too long twice as `cannot-run`; another worker takes over its remaining
    jobs.
    `told` hears now and then how many are done.
    """
    outcomes: dict[int, Outcome] = {}
    slow: set[int] = set()
    running = [_spawn(jobs, run, start, slow) for number in range(workers) if (jobs := list(range(count))[number::workers])]
    while running:
        told(len(outcomes))
        readable, _, _ = select.select([worker.pipe for worker in running], [], [], 1.0)
        for worker in list(running):
            ended = worker.pipe in readable and not _read(worker, outcomes)
            late = worker.current is not None and time.monotonic() - worker.since > 10 * _patience(worker.current, slow)
            if not ended and not late:
                continue
            running.remove(worker)
            _bury(worker, outcomes, slow, late)
            if left := [job for job in worker.jobs if job not in outcomes]:
                running.append(_spawn(left, run, start, slow))
    return [outcomes[job] for job in range(count)]


def _patience(job: int, slow: Container[int]) -> float:
    return PATIENCE * (SECOND_TRY if job in slow else 1)


def _spawn(jobs: list[int], run: Callable[[int], Outcome], start: Callable[[], None], slow: Container[int]) -> _Worker:
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(reading)
        _work(jobs, run, start, slow, writing)
    os.close(writing)
    return _Worker(jobs, process, reading)


def _work(jobs: Sequence[int], run: Callable[[int], Outcome], start: Callable[[], None], slow: Container[int], pipe: int) -> None:
    """The worker's side; never returns."""
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, sys.stdout.fileno() if sys.stdout else 1)
        os.dup2(silence, 2)
        start()
        for job in jobs:
            os.write(pipe, json.dumps([job]).encode() + b"\n")
            signal.setitimer(signal.ITIMER_PROF, _patience(job, slow))  # ends the process when it is over
            outcome = run(job)
            os.write(pipe, json.dumps([job, outcome.state, outcome.detail, outcome.gradients]).encode() + b"\n")
    finally:
        os._exit(0)


def _read(worker: _Worker, outcomes: dict[int, Outcome]) -> bool:
    """Takes what a worker says; False at its end."""
    data = os.read(worker.pipe, 65536)
    *lines, worker.rest = (worker.rest + data).split(b"\n")
    for message in _messages(lines):
        worker.since = time.monotonic()
        if len(message) == 1:
            worker.current = message[0]
        else:
            outcomes[message[0]] = Outcome(*message[1:])
            worker.current = None
    return bool(data)


def _messages(lines: Sequence[bytes]) -> Iterator[list[Any]]:
    for line in lines:
        yield json.loads(line)


def _bury(worker: _Worker, outcomes: dict[int, Outcome], slow: set[int], late: bool) -> None:
    if late:
        os.kill(worker.process, signal.SIGKILL)
    os.close(worker.pipe)
    _, status = os.waitpid(worker.process, 0)
    late = late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF)
    current = worker.current if worker.current is not None else next((job for job in worker.jobs if job not in outcomes), None)
    if current is None or current in outcomes:
        return
    if not late:
        outcomes[current] = Outcome("crash", "the process ended")
    elif current in slow:
        outcomes[current] = Outcome("cannot-run", f"took longer than {_patience(current, slow):.0f} s")
    slow.add(current)

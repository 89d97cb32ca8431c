"""Shows progress on standard error if that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from mindaudit.audit.progress import Progress, silent
from mindaudit.output.write import say

REDRAWN = 0.1
"""Seconds after which a bar is drawn anew."""


@contextmanager
def progress(quiet: bool = False, verbose: bool = False) -> Iterator[Progress]:
    """A bar that disappears when the work is done; a line for each step if `verbose`; silence if standard error is no terminal."""
    if verbose:
        yield _told()
        return
    if quiet or sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:>8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # no thread that draws: a process with two threads cannot be copied, and judging is shared among copies
    with Bars(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bars:
        tasks = {}
        drawn = 0.0

        def show(step: str, done: int, total: int) -> None:
            nonlocal drawn
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)
            if done in (0, total) or time.monotonic() - drawn > REDRAWN:
                bars.refresh()
                drawn = time.monotonic()

        yield show


def _told() -> Progress:
    """Progress as one line a step: what was done, and how long it took."""
    begun: dict[str, float] = {}

    def tell(step: str, done: int, total: int) -> None:
        begun.setdefault(step, time.perf_counter())
        if done == total:
            seconds = time.perf_counter() - begun.pop(step)
            say(f"{step}: {total} {'file' if total == 1 else 'files'} in {seconds:.1f} s")

    return tell

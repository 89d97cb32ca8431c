"""Shows progress on standard error if that is a terminal: one bar for the whole work, what is being done, and the time left."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from mindaudit.audit.progress import Progress, silent
from mindaudit.output.write import say

REDRAWN = 0.1
"""Seconds after which a bar is drawn anew."""
WEIGHTS: Final = {"read": 1, "collect": 45, "resolve": 17, "propagate": 17, "judge": 20}
"""How long a file takes in each step, as measured for timm on two processors. Another last step takes as long as judging."""
SURE: Final = 0.05
"""The share of the work after which the remaining time is shown."""


@contextmanager
def progress(quiet: bool = False, verbose: bool = False) -> Iterator[Progress]:
    """A bar that disappears when the work is done; a line for each step if `verbose`; silence if standard error is no terminal."""
    if verbose:
        yield _told()
        return
    if quiet or sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield silent
        return
    with _bar() as show:
        yield show


@contextmanager
def _bar() -> Iterator[Progress]:
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn
    from rich.progress import Progress as Bars
    from rich.table import Column

    from mindaudit.output.clean import one_line

    file_column = TextColumn("{task.fields[file]}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1))
    columns = (TextColumn("{task.description:>9}"), BarColumn(20), TaskProgressColumn(), TextColumn("{task.fields[left]:>10}"), file_column)
    # no thread that draws: a process with two threads cannot be copied, and judging is shared among copies
    with Bars(*columns, console=Console(stderr=True), transient=True, auto_refresh=False, expand=True) as bars:
        bar, pace, drawn = bars.add_task("", total=1.0, left="", file=""), Pace(time.monotonic()), 0.0

        def show(step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
            nonlocal drawn
            now, share = time.monotonic(), pace.share(step, done, total)
            if not file or done == total or now - drawn > REDRAWN:
                bars.update(bar, description=step, completed=share, left=pace.left(share, now), file=one_line(file), refresh=True)
                drawn = now

        yield show


class Pace:
    """How much of the work is done, and how long the rest takes."""

    def __init__(self, begun: float) -> None:
        """`begun`: the time at which the work began."""
        self._begun = begun
        self._totals: dict[str, int] = {}
        """The steps so far, with their numbers of files."""

    def share(self, step: str, done: int, total: int) -> float:
        """The share of the work that is done; earlier steps that were not reported had nothing to do."""
        self._totals[step] = total
        *before, _ = self._totals
        work = [self._totals[each] * _weight(each) for each in self._totals]
        later = list(WEIGHTS)[list(WEIGHTS).index(step) + 1 :] if step in WEIGHTS else []
        whole = sum(work) + sum(WEIGHTS[each] * max(self._totals.values()) for each in later)
        return (sum(work[: len(before)]) + done * _weight(step)) / whole if whole else 1.0

    def left(self, share: float, now: float) -> str:
        """The time left, if every part goes on as fast as those before; empty while little is known."""
        if share < SURE:
            return ""
        seconds = round((now - self._begun) * (1 - share) / share)
        return f"{seconds // 60}:{seconds % 60:02} left"


def _weight(step: str) -> int:
    return WEIGHTS.get(step, WEIGHTS["judge"])


def _told() -> Progress:
    """Progress as one line per step: what was done, and how long it took."""
    begun: dict[str, float] = {}

    def tell(step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
        start = begun.setdefault(step, time.perf_counter())
        if done == total:
            say(f"{step}: {total} {'file' if total == 1 else 'files'} in {time.perf_counter() - start:.1f} s")

    return tell

"""Progress on standard error for a person who watches; nothing in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from mindaudit.progress import Progress, silent


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A bar that disappears when the work is done, or silence if standard error is no terminal."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield silent
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description:>8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def show(step: str, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=total)
            bars.update(tasks[step], completed=done, total=total)

        yield show

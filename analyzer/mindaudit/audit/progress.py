"""Progress reports of an audit, and the time per file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

Item = TypeVar("Item")


class Progress(Protocol):
    """What an audit calls while it works."""

    def __call__(self, step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
        """Takes a step's name, how many of its files are done of how many, and the file that took the process at work so many seconds.

        The first call of a step has `done` 0 and no file; in the last one `done` is `total`. A file can be named again.
        """


def silent(step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
    """Report nothing."""


class Timed(NamedTuple, Generic[Item]):
    """Something, and how many seconds making it took."""

    item: Item
    seconds: float


def timed(make: Callable[..., Item], *arguments: object) -> Timed[Item]:
    """What `make` gives, timed in the process that makes it."""
    begun = time.perf_counter()
    return Timed(make(*arguments), time.perf_counter() - begun)


def watched(items: Iterable[Item], step: str, total: int, progress: Progress) -> Iterator[Item]:
    """Yield the items and report progress after each."""
    progress(step, 0, total)
    for done, item in enumerate(items, 1):
        yield item
        progress(step, done, total)


def watched_files(items: Iterable[Timed[Item]], step: str, files: Sequence[str], progress: Progress) -> Iterator[Item]:
    """Yield the items, each made of the file with its number, and report after each how long it took."""
    progress(step, 0, len(files))
    for done, (file, (item, seconds)) in enumerate(zip(files, items, strict=True), 1):
        yield item
        progress(step, done, len(files), file, seconds)

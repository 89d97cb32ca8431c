"""How an audit reports its progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

Item = TypeVar("Item")


class Progress(Protocol):
    """What an audit calls while it works."""

    def __call__(self, step: str, done: int, total: int) -> None:
        """Takes the step's name, how many of its items are done, and how many there are."""


def silent(step: str, done: int, total: int) -> None:
    """Report nothing."""


def watched(items: Iterable[Item], step: str, total: int, progress: Progress) -> Iterator[Item]:
    """Yield the items and report progress after each."""
    progress(step, 0, total)
    for done, item in enumerate(items, 1):
        yield item
        progress(step, done, total)

"""`all`, `any`, `sorted` and `reversed` for graphs, which leave these builtins to Python when they run.

What is passed to a function the graph has made before, with the names of the function around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any


def all_of(items: Iterable[Any]) -> bool:
    """Whether all items are true."""
    return all(items)


def any_of(items: Iterable[Any]) -> bool:
    """Whether an item is true."""
    return any(items)


def sorted_of(items: Iterable[Any], reverse: bool = False) -> list[Any]:
    """The items in order."""
    return sorted(items, reverse=reverse)


def reversed_of(items: Sequence[Any]) -> Iterator[Any]:
    """The items, the last one first."""
    return reversed(items)

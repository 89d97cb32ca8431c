"""`zip(…, strict=True)` for graphs: the compiler knows no `strict`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def zip_strict(*sequences: Any) -> Iterator[tuple[Any, ...]]:
    """The elements of sequences side by side. Raises ValueError where one is longer than another."""
    for sequence in sequences[1:]:
        if len(sequence) != len(sequences[0]):
            raise ValueError("zip() has arguments of different lengths")
    return zip(*sequences)  # noqa: B905 - that is what the graph compiler does not know

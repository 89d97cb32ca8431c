"""Parts of a whole as pieces of a bar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=str)


def pieces(counts: Mapping[Name, int]) -> list[tuple[Name, float, float, int]]:
    """Name, left edge and width in percent, and number of each part of a whole that is not empty."""
    total, left = sum(counts.values()), 0.0
    found: list[tuple[Name, float, float, int]] = []
    for name, number in counts.items():
        if number:
            width = 100 * number / total
            found.append((name, round(left, 1), round(width, 1), number))
            left += width
    return found

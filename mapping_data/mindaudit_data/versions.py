"""The version of these tables, the releases that they answer for, and how versions compare."""

from __future__ import annotations

from functools import cache

DATA_VERSION = "2026.11"
TARGETS = ("1.7", "1.8", "1.9", "1.10", "2.0", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10")
"""MindSpore's releases, oldest first; the last one is what an audit aims at unless another is named."""
TORCH = "2.13"
"""The torch release whose names and signatures the catalog holds."""


@cache
def number(version: str) -> tuple[int, ...]:
    """A version as numbers, which compare rightly where texts do not: 1.10 is later than 1.9. Raises ValueError for what is no version."""
    return tuple(map(int, version.split(".")))


@cache
def holds(since: str, until: str, version: str) -> bool:
    """Whether a version lies in a range; `since` is inclusive, `until` exclusive, an empty end is open."""
    return (not since or number(since) <= number(version)) and (not until or number(version) < number(until))

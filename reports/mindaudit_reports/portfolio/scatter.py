"""Value against effort: where each repository stands in a square with logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mindaudit_reports.portfolio.view import Entry, State

WIDTH, HEIGHT = 720, 380
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 16, 14, 40
_MOST_POINTS = 2000


@dataclass(frozen=True, slots=True)
class Point:
    """One repository."""

    x: float
    y: float
    name: str
    state: State
    rank: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A power of ten on an axis."""

    place: float
    text: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """The plot; places are in the units of its view box."""

    points: tuple[Point, ...]
    days: tuple[Tick, ...]
    """From left to right."""
    worth: tuple[Tick, ...]
    """From the bottom to the top."""
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = HEIGHT - _BOTTOM


@dataclass(frozen=True, slots=True)
class _Axis:
    """A range of powers of ten on a stretch of the plot."""

    low: int
    high: int
    begin: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], begin: float, end: float) -> _Axis:
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(low, max(high, low + 1), begin, end)

    def place(self, value: float) -> float:
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.begin + part * (self.end - self.begin), 1)

    def ticks(self) -> tuple[Tick, ...]:
        return tuple(Tick(self.place(10.0**power), f"{10.0**power:,g}") for power in range(self.low, self.high + 1))


def scatter(entries: Iterable[Entry]) -> Scatter | None:
    """The plot of ranked repositories, of a great many the best ranked; None if there is none."""
    ranked = [entry for entry in entries if entry.rank is not None][:_MOST_POINTS]
    if not ranked:
        return None
    across = _Axis.over([entry.days for entry in ranked], _LEFT, WIDTH - _RIGHT)
    up = _Axis.over([entry.worth for entry in ranked], HEIGHT - _BOTTOM, _TOP)
    points = tuple(Point(across.place(entry.days), up.place(entry.worth), entry.name, entry.state, entry.rank or 0) for entry in ranked)
    return Scatter(points, across.ticks(), up.ticks())

"""How far the migration of many repositories has come, month by month.

Of each repository the version that was last in a month counts until there is a newer one. It is compared with the repository's first
version, or with the one that was there on a day that is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise

from mindaudit_reports.portfolio.current import versions
from mindaudit_reports.portfolio.records import Figures, Row
from mindaudit_reports.views.progress import Counts, Progress, progress
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.summary import READY

Load = Callable[[Row], Report]
"""Reads the report of a row."""
_MOST = 60


@dataclass(frozen=True, slots=True)
class Month(Counts):
    """All repositories at the end of a month."""

    month: str
    """As ISO 8601 writes it: 2026-03."""
    repositories: int


def trend(rows: Iterable[Row], load: Load, since: str = "") -> list[Month]:
    """The months from the first version, or from the day `since`, to the last one; empty if there is one month alone."""
    courses = [_course(_comparable(rows), load, since) for rows in versions(rows).values()]
    courses = [course for course in courses if course]
    if not courses:
        return []
    every = list(_months(min(min(course) for course in courses), max(max(course) for course in courses)))
    every = [month for month in every if month >= since[:7]][-_MOST:]
    return [_summed(month, courses) for month in every] if len(every) > 1 else []


def changes(months: Sequence[Month]) -> list[Month]:
    """The first and the last month, and between them those that are not as the month before."""
    moved = [each for before, each in pairwise(months) if each is months[-1] or each != replace(before, month=each.month)]
    return [*months[:1], *moved]


def _comparable(rows: Sequence[Row]) -> list[tuple[Row, Figures]]:
    """Versions that were held against what the last one was held against."""
    pairs = [(row, row.figures) for row in rows if row.figures and row.figures.made]
    return [(row, figures) for row, figures in pairs if figures.target == pairs[-1][1].target]


def _course(found: Sequence[tuple[Row, Figures]], load: Load, since: str) -> dict[str, Progress]:
    """What the last version of each month says about the first one."""
    if not found:
        return {}
    before = sum(figures.made <= since for _, figures in found)
    kept = found[max(before - 1, 0) :]
    first = kept[0][1]
    last = {figures.made[:7]: pair for pair in kept for figures in (pair[1],)}
    if len(kept) == 1:
        return {first.made[:7]: _alone(first)}
    base = load(kept[0][0])
    return {month: _alone(figures) if figures is first else progress(base, load(row)) for month, (row, figures) in last.items()}


def _alone(figures: Figures) -> Progress:
    """What one version says about itself."""
    counts = figures.summary.by_verdict
    ready = sum(counts.get(verdict, 0) for verdict in READY)
    in_scope = figures.summary.sites - counts.get("out-of-scope", 0)
    return Progress(0, ready, in_scope - ready, 0, 0, figures.made, figures.commit)


def _summed(month: str, courses: Iterable[Mapping[str, Progress]]) -> Month:
    states = [course[max(known)] for course in courses if (known := [each for each in course if each <= month])]
    sums = {part.name: sum(getattr(state, part.name) for state in states) for part in fields(Counts)}
    return Month(**sums, month=month, repositories=len(states))


def _months(first: str, last: str) -> Iterator[str]:
    year, month = int(first[:4]), int(first[5:7])
    while (text := f"{year:04}-{month:02}") <= last:
        yield text
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)

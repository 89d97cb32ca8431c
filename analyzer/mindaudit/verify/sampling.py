"""Which jobs the graph compiler gets: compiling takes long, so a row is tried on few calls, and on more where one of them fails."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mindaudit.classify.candidates import OFFICIAL
from mindaudit.verify.evidence import Job, holds
from mindaudit.verify.mindspore_side import Outcome

FIRST, LATER = 3, 6
"""Calls of a row that are compiled at first, and where one of them does not hold."""
_LAYER = re.compile(r"torch\.nn\.[A-Z]")
_NUMBER = re.compile(r"\d+(\.\d+)?")


def compilable(jobs: Iterable[Job]) -> list[Job]:
    """The jobs without those that make a layer on the way, which programs do outside of what is compiled."""
    return [job for job in jobs if job.call.role != "call" or not _LAYER.search(job.call.text)]


def first(jobs: Sequence[Job]) -> list[int]:
    """Some jobs of each row by place, calls that no row in front of it applies to and those that differ most first."""
    return sorted(place for places in _ranked(jobs).values() for place in places[:FIRST])


def further(jobs: Sequence[Job], outcomes: Mapping[int, Outcome]) -> list[int]:
    """More jobs of the rows that did not hold everywhere, and those of the rows in front that may serve the same calls."""
    failed = [jobs[place] for place, outcome in outcomes.items() if not holds(jobs[place], outcome)]
    rows = {job.mapping for job in failed}
    wanted = {place for mapping, places in _ranked(jobs).items() if mapping in rows for place in places[:LATER]}
    held = {jobs[place].number for place in wanted if jobs[place].preference < OFFICIAL}  # official rows answer for every call
    numbers = {job.number for job in failed} | held
    wanted |= {place for place, job in enumerate(jobs) if job.number in numbers}
    return sorted(wanted - outcomes.keys())


def differentiated(jobs: Sequence[Job]) -> frozenset[int]:
    """One job of each row that has gradients to compare."""
    places = (next((place for place in places[:FIRST] if jobs[place].call.result.gradients), None) for places in _ranked(jobs).values())
    return frozenset(place for place in places if place is not None)


def _ranked(jobs: Sequence[Job]) -> dict[str, list[int]]:
    """By row, the places of its jobs in the order in which they are tried."""
    foremost: dict[int, int] = {}
    for job in jobs:
        foremost[job.number] = min(job.preference, foremost.get(job.number, job.preference))
    by_row: dict[str, list[tuple[bool, bool, int, int]]] = defaultdict(list)
    seen: Counter[tuple[str, str]] = Counter()
    for place, job in enumerate(jobs):
        kind = (job.mapping, _NUMBER.sub("", job.call.text))
        by_row[job.mapping].append((job.call.edge, foremost[job.number] < job.preference, seen[kind], place))
        seen[kind] += 1
    return {mapping: [place for *_, place in sorted(keys)] for mapping, keys in by_row.items()}

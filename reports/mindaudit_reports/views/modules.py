"""Verdicts by folder and by file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import fsum
from pathlib import PurePosixPath

from mindaudit_data import VERDICTS
from mindaudit_reports.views.effort import by_file
from mindaudit_reports.views.options import Range
from mindaudit_reports.views.report import Report, file_of
from mindaudit_reports.views.sites import hazards as every_hazard
from mindaudit_reports.views.sites import hazards_of_their_own, sites
from mindaudit_reports.views.summary import readiness

CHARTED = 12
"""Bars of a chart at most."""


@dataclass(frozen=True, slots=True)
class ModuleRow:
    """A folder or a file."""

    path: str
    counts: dict[str, int]
    """Sites by verdict, in the fixed order."""
    hazards: int
    days: Range
    """Its part of the estimate, unknown APIs left out."""
    files: tuple[ModuleRow, ...] = ()
    """Of a folder."""

    @property
    def sites(self) -> int:
        """All sites."""
        return sum(self.counts.values())

    @property
    def readiness(self) -> float | None:
        """As in the summary, of this part alone."""
        return readiness(self.counts)


def modules(report: Report) -> list[ModuleRow]:
    """Folders by path, each with its files that have a site or a hazard, most sites first."""
    verdicts: dict[str, Counter[str]] = {}
    for usage in sites(report):
        verdicts.setdefault(file_of(usage.path), Counter())[usage.verdict] += 1
    hazards = Counter(file_of(hazard.path) for hazard in every_hazard(report))
    days = by_file(sites(report), hazards_of_their_own(report), report.effort)
    folders: dict[str, list[ModuleRow]] = {}
    for path in sorted(verdicts.keys() | hazards.keys()):
        row = ModuleRow(path, _in_order(verdicts.get(path, Counter())), hazards[path], days.get(path, (0.0, 0.0)))
        folders.setdefault(str(PurePosixPath(path).parent), []).append(row)
    return [_folder(path, rows) for path, rows in sorted(folders.items())]


def _folder(path: str, rows: list[ModuleRow]) -> ModuleRow:
    total: Counter[str] = Counter()
    for row in rows:
        total.update(row.counts)
    files = tuple(sorted(rows, key=lambda row: (-row.sites, row.path)))
    return ModuleRow(path, _in_order(total), sum(row.hazards for row in rows), _total(rows), files)


def dearest(folders: list[ModuleRow], most: int) -> list[ModuleRow]:
    """The folders that cost most, dearest first; of a single folder its files."""
    rows = folders if len(folders) > 1 else [file for folder in folders for file in folder.files]
    return [row for row in sorted(rows, key=lambda row: (-fsum(row.days), row.path)) if row.days[1]][:most]


def _total(rows: list[ModuleRow]) -> Range:
    return fsum(row.days[0] for row in rows), fsum(row.days[1] for row in rows)


def _in_order(counts: Counter[str]) -> dict[str, int]:
    return {verdict: counts[verdict] for verdict in VERDICTS}

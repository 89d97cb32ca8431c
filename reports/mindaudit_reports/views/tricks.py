"""The checklist of training tricks that a migration has to reproduce, filled from names of APIs and words in the code around them."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

from mindaudit_reports.views.report import Report, ThirdPartyRow, UsageRow
from mindaudit_reports.views.structure import class_and_method


@dataclass(frozen=True, slots=True)
class Trick:
    """One line of the checklist."""

    key: str
    found: tuple[tuple[str, tuple[UsageRow | ThirdPartyRow, ...]], ...]
    """API, class or function named after the trick, or word in the code, with its places; most frequent first."""

    def is_api(self, label: str) -> bool:
        """Whether a label of `found` names an API rather than the project's own code."""
        return any(
            label == (row.torch_name if isinstance(row, UsageRow) else row.name)
            for name, rows in self.found
            if name == label
            for row in rows
        )

    @property
    def sites(self) -> int:
        """All places."""
        return sum(len(rows) for _, rows in self.found)


@dataclass(frozen=True, slots=True)
class _Pattern:
    key: str
    names: re.Pattern[str]
    words: re.Pattern[str] | None

    def label(self, row: UsageRow | ThirdPartyRow) -> str:
        """Its API, the class or function whose name shows it, or the word in the code; "" if the row does not belong here."""
        name = row.torch_name if isinstance(row, UsageRow) else row.name
        if self.names.fullmatch(name):
            return name
        if not self.words or not isinstance(row, UsageRow):
            return ""
        if self.words.search(row.function):
            place = class_and_method(row.function)
            return place[0] if place and self.words.search(place[0]) else f"{row.function}()"
        said = self.words.search(row.written[:400])
        return said[0].lower() if said else ""


def tricks(report: Report) -> list[Trick]:
    """Every line of the checklist, in the order of the data."""
    calls = [usage for usage in report.usages if usage.kind in {"call", "decorator", "base"}]
    return [_trick(pattern, calls, report) for pattern in _patterns()]


def _trick(pattern: _Pattern, calls: list[UsageRow], report: Report) -> Trick:
    found: dict[str, list[UsageRow | ThirdPartyRow]] = {}
    rows: list[UsageRow | ThirdPartyRow] = [*calls, *report.third_party]
    for row in rows:
        if label := pattern.label(row):
            found.setdefault(label, []).append(row)
    ordered = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return Trick(pattern.key, tuple((name, tuple(rows)) for name, rows in ordered))


@cache
def _patterns() -> list[_Pattern]:
    rows = csv.DictReader((package_files("mindaudit_reports") / "data" / "tricks.csv").read_text("utf-8").splitlines())
    return [
        _Pattern(row["key"], re.compile(row["names"]), re.compile(row["words"], re.IGNORECASE) if row["words"] else None) for row in rows
    ]

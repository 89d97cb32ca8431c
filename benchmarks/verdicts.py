"""How far verdicts keep to their meaning, and what they rest on: `python benchmarks/verdicts.py REPORT.json…`.

Reports are those that `mindaudit scan PACKAGE -o` writes.

Of each report and of all together: sites, those called supported although a difference is listed (there should be none), unknown ones,
and of the sites in scope the share of each grade of evidence.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mindaudit_data import GRADES, Grade
from mindaudit_reports.json import load
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.sites import sites


@dataclass(frozen=True, slots=True)
class Count:
    """Sites of one report or of several."""

    sites: int
    differing: int
    """Supported ones that list a difference."""
    unknown: int
    grades: Counter[Grade]
    """Sites in scope by the grade of their evidence."""

    @property
    def line(self) -> str:
        """The figures as they are printed."""
        share = self.unknown / self.sites if self.sites else 0
        rests = ", ".join(f"{grade} {self.grades[grade] / (self.grades.total() or 1):.1%}" for grade in GRADES)
        return f"{self.sites} sites, {self.differing} supported with a difference, {self.unknown} unknown ({share:.2%}); {rests}"


def counted(report: Report) -> Count:
    """The figures of a report."""
    rows = sites(report)
    differing = sum(row.verdict == "supported" and bool(row.differences) for row in rows)
    grades = Counter(row.evidence.grade for row in rows if row.verdict != "out-of-scope")
    return Count(len(rows), differing, sum(row.verdict == "unknown" for row in rows), grades)


def total(counts: Iterable[Count]) -> Count:
    """The figures of several reports together."""
    every = list(counts)
    grades = sum((each.grades for each in every), Counter[Grade]())
    return Count(sum(each.sites for each in every), sum(each.differing for each in every), sum(each.unknown for each in every), grades)


def main() -> None:
    """Print one line per report, and one for all."""
    counts = {file: counted(load(Path(file).read_bytes())) for file in sys.argv[1:]}
    for file, count in counts.items():
        print(f"{file}: {count.line}")
    print(f"all: {total(counts.values()).line}")


if __name__ == "__main__":
    main()

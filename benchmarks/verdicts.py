"""How far verdicts keep to their meaning: `python benchmarks/verdicts.py REPORT.json…`, reports as `mindaudit scan PACKAGE -o` writes them.

Of each report and of all together: sites, those called supported although a difference is listed (there should be none), and unknown ones.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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

    @property
    def line(self) -> str:
        """The figures as they are printed."""
        share = self.unknown / self.sites if self.sites else 0
        return f"{self.sites} sites, {self.differing} supported with a difference, {self.unknown} unknown ({share:.2%})"


def counted(report: Report) -> Count:
    """The figures of a report."""
    rows = sites(report)
    differing = sum(row.verdict == "supported" and bool(row.differences) for row in rows)
    return Count(len(rows), differing, sum(row.verdict == "unknown" for row in rows))


def total(counts: Iterable[Count]) -> Count:
    """The figures of several reports together."""
    every = list(counts)
    return Count(sum(each.sites for each in every), sum(each.differing for each in every), sum(each.unknown for each in every))


def main() -> None:
    """Print one line a report, and one for all."""
    counts = {file: counted(load(Path(file).read_bytes())) for file in sys.argv[1:]}
    for file, count in counts.items():
        print(f"{file}: {count.line}")
    print(f"all: {total(counts.values()).line}")


if __name__ == "__main__":
    main()

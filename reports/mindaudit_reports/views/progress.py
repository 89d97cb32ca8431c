"""How far a migration has come: what is done, left, new and worse since an earlier audit of the same code.

A site that is gone was migrated or deleted, so that nothing is left to do there: it counts as done. One that has since been left out of
the migration counts no longer. Readiness alone would fall while a team migrates what is easy, since what is left is harder.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from mindaudit_reports.views.identity import identity
from mindaudit_reports.views.report import Report, UsageRow
from mindaudit_reports.views.sites import sites
from mindaudit_reports.views.summary import READY, share

OUT: Final = "out-of-scope"


@dataclass(frozen=True, slots=True)
class Counts:
    """Sites in scope, counted against an earlier audit."""

    done: int
    """Sites of the earlier audit that are gone."""
    ready: int
    """Sites that are there and supported or equivalent."""
    open: int
    """Sites that are there and need more."""
    new: int
    """Those of the sites that are there which the earlier audit does not have."""
    regressed: int
    """Those that were ready and are no longer."""

    @property
    def share(self) -> float | None:
        """Done and ready among all."""
        return share(self.done + self.ready, self.total)

    @property
    def total(self) -> int:
        """All that were or are there."""
        return self.done + self.ready + self.open

    @property
    def parts(self) -> dict[str, int]:
        """The three that make up the whole."""
        return {"done": self.done, "ready": self.ready, "open": self.open}


@dataclass(frozen=True, slots=True)
class Progress(Counts):
    """What one audit says."""

    day: str
    commit: str


def progress(old: Report, new: Report) -> Progress:
    """What a later audit says about the sites of an earlier one."""
    before, after = _by_identity(old), _by_identity(new)
    left_out = Counter(identity(row) for row in sites(new) if row.verdict == OUT)
    pairs = {key: list(zip(before.get(key, ()), after.get(key, ()), strict=False)) for key in before.keys() | after.keys()}
    gone = sum(max(0, len(rows) - len(pairs[key]) - left_out[key]) for key, rows in before.items())
    came = sum(len(rows) - len(pairs[key]) for key, rows in after.items())
    worse = sum(a.verdict in READY and b.verdict not in READY for both in pairs.values() for a, b in both)
    there = [row for rows in after.values() for row in rows]
    ready = sum(row.verdict in READY for row in there)
    return Progress(gone, ready, len(there) - ready, came, worse, new.stamp or new.made or "", new.commit or "")


def history(report: Report, earlier: Iterable[Report]) -> list[Progress]:
    """Every audit of the same target, oldest first and this one last, against the oldest; empty if there is no earlier one."""
    same = [one for one in earlier if one.target == report.target and _is_earlier(one, report)]
    found = [*sorted(same, key=_moment), report]
    return [progress(found[0], one) for one in found] if len(found) > 1 else []


def on_mindspore(report: Report) -> int:
    """Files that use MindSpore and no torch."""
    return sum(file.mindspore and file.status == "no-torch" for file in report.files)


def _is_earlier(one: Report, report: Report) -> bool:
    """Whether an audit was made before another; of the same day, where one has no time, if it is of another commit."""
    if one.stamp and report.stamp:
        return one.stamp < report.stamp
    return _moment(one) != _moment(report) and _day(one) <= _day(report)


def _moment(report: Report) -> tuple[str, str, str]:
    return _day(report), report.stamp or "", report.commit or ""


def _day(report: Report) -> str:
    """The day of an audit; schema 1 has at most a time."""
    return report.made or (report.stamp or "")[:10]


def _by_identity(report: Report) -> dict[tuple[str, ...], list[UsageRow]]:
    found: dict[tuple[str, ...], list[UsageRow]] = defaultdict(list)
    for row in sites(report):
        if row.verdict != OUT:
            found[identity(row)].append(row)
    return found

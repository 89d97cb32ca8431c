"""Hazards gathered by code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mindaudit.model import SEVERITIES, Severity
from mindaudit_reports.views.report import HazardRow, Report, file_of
from mindaudit_reports.views.sites import hazards
from mindaudit_reports.views.texts import Text


@dataclass(frozen=True, slots=True)
class HazardKind:
    """All hazards of one code."""

    code: str
    severity: Severity
    """The worst among them."""
    rows: tuple[HazardRow, ...]

    @property
    def said(self) -> Text | None:
        """The message, if all of them have the same."""
        return _common(row.said for row in self.rows)

    @property
    def mending(self) -> Text | None:
        """What to do instead, if it is the same for all of them."""
        return _common(row.mending for row in self.rows)

    def examples(self, most: int) -> list[HazardRow]:
        """The rows that matter most: worst, inside networks, surest."""
        return sorted(self.rows, key=lambda row: (SEVERITIES.index(row.severity), row.context != "network", row.certainty != "certain"))[
            :most
        ]

    @property
    def files(self) -> int:
        """How many files have one."""
        return len({file_of(row.path) for row in self.rows})


def hazard_kinds(report: Report) -> list[HazardKind]:
    """Codes by worst severity, then most frequent first."""
    by_code: dict[str, list[HazardRow]] = {}
    for hazard in report.hazards:
        by_code.setdefault(hazard.code, []).append(hazard)
    kinds = [HazardKind(code, min((row.severity for row in rows), key=SEVERITIES.index), tuple(rows)) for code, rows in by_code.items()]
    return sorted(kinds, key=lambda kind: (SEVERITIES.index(kind.severity), -len(kind.rows), kind.code))


def families(kinds: Iterable[HazardKind]) -> list[tuple[str, list[HazardKind]]]:
    """Kinds by the range of their codes, such as MA2 for dynamic shape; the range with the worst kind first."""
    found: dict[str, list[HazardKind]] = {}
    for kind in kinds:
        found.setdefault(kind.code[:3], []).append(kind)
    return list(found.items())


def _common(texts: Iterable[Text]) -> Text | None:
    different = set(texts)
    return different.pop() if len(different) == 1 else None


def severity_counts(report: Report) -> dict[Severity, int]:
    """How many hazards each severity has, worst first."""
    found = hazards(report)
    return {severity: sum(hazard.severity == severity for hazard in found) for severity in SEVERITIES}

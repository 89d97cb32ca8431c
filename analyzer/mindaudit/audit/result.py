"""The result of a scan for callers from Python: an audit with methods for its figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mindaudit.model import Audit

if TYPE_CHECKING:
    from mindaudit_reports.views.effort import Estimate
    from mindaudit_reports.views.options import Effort
    from mindaudit_reports.views.report import Summary


@dataclass(frozen=True, slots=True)
class ScanResult(Audit):
    """An audit with the figures that reports show of it. These are computed by the reports, which are imported when they are asked for."""

    def summary(self) -> Summary:
        """The figures that stand on top of every report: files by status, sites by verdict, readiness."""
        from mindaudit_reports import summary

        return summary(self)

    def effort(self, assumption: Effort | None = None) -> Estimate:
        """The estimate in person-days; `assumption` replaces the weights that it takes otherwise."""
        from mindaudit_reports import effort

        return effort(self, assumption)

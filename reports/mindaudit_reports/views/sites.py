"""Which rows are sites, the places that figures count.

Sites are calls, base classes, decorators, operators and attributes. Imports, annotations and names that merely stand somewhere are listed,
but nobody has to move them. What a comment in the source accepts is still there: it counts as if there were no comment.
"""

from __future__ import annotations

from collections.abc import Iterable

from mindaudit.model import SITE_KINDS
from mindaudit_reports.views.report import HazardRow, Report, UsageRow


def sites_among(usages: Iterable[UsageRow]) -> list[UsageRow]:
    """The usages that are sites."""
    return [usage for usage in usages if usage.kind in SITE_KINDS]


def sites(report: Report) -> list[UsageRow]:
    """The sites of a report, accepted ones among them."""
    return sites_among((*report.usages, *(each.usage for each in report.accepted if each.usage)))


def hazards(report: Report) -> list[HazardRow]:
    """The hazards of a report, accepted ones among them."""
    return [*report.hazards, *(each.hazard for each in report.accepted if each.hazard)]


def hazards_of_their_own(report: Report) -> list[HazardRow]:
    """The hazards at whose place no API has to be changed: where one has, the work is counted there."""
    changed = {_place(site) for site in sites(report) if site.verdict not in ("supported", "out-of-scope")}
    return [hazard for hazard in hazards(report) if _place(hazard) not in changed]


def _place(row: UsageRow | HazardRow) -> tuple[str, int, int, int, int]:
    return row.path, row.line, row.column, row.end_line, row.end_column

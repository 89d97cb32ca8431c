"""From one report to the figures that a portfolio keeps of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from mindaudit.model import SEVERITIES, Severity
from mindaudit_reports.portfolio.records import ApiFigure, Figures, HazardFigure
from mindaudit_reports.views.apis import Api, apis
from mindaudit_reports.views.decision import decision
from mindaudit_reports.views.effort import estimate
from mindaudit_reports.views.report import HazardRow, Report
from mindaudit_reports.views.sites import hazards, hazards_of_their_own, sites


def figures(report: Report, requires: Iterable[str] = (), others: Iterable[Report] = ()) -> Figures:
    """The figures of a report; `requires`: the distributions that the repository declares to need; `others`: those on further targets."""
    every = apis(sites(report))
    cost = estimate(every, hazards_of_their_own(report), report.effort)
    return Figures(
        target=report.target,
        tool=report.tool_version,
        data=report.data_version,
        made=report.made or "",
        commit=report.commit or "",
        summary=report.summary,
        level=decision(report, every, {}).level,
        days=cost.days,
        whole=cost.whole,
        apis=tuple(map(_api, every)),
        hazards=tuple(_hazards(report)),
        requires=tuple(requires),
        others=tuple(figures(each).outlook for each in others),
    )


def _api(api: Api) -> ApiFigure:
    return ApiFigure(api.name, dict(api.counts), api.recipe)


def _hazards(report: Report) -> Iterator[HazardFigure]:
    by_code: dict[str, list[HazardRow]] = {}
    for row in hazards(report):
        by_code.setdefault(row.code, []).append(row)
    own = hazards_of_their_own(report)
    for code, rows in sorted(by_code.items()):
        priced = _by_severity(row for row in own if row.code == code)
        yield HazardFigure(code, _by_severity(rows), priced, rows[0].message, rows[0].message_zh or rows[0].message)


def _by_severity(rows: Iterable[HazardRow]) -> dict[Severity, int]:
    counts = Counter(row.severity for row in rows)
    return {severity: counts[severity] for severity in SEVERITIES if counts[severity]}

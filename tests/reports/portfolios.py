"""Portfolios made by hand: rows of an index, as scans leave them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from samples import HOSTILE, project

from mindaudit.model import Target
from mindaudit_reports import Options
from mindaudit_reports.portfolio.figures import figures
from mindaudit_reports.portfolio.records import ApiFigure, Figures, HazardFigure, Outlook, Row
from mindaudit_reports.portfolio.view import Portfolio, portfolio
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.summary import readiness

VERSION = "0123456789abcdef"
OLDER = Target(mindspore="2.4")


def report(day: str = "2026-01-15") -> Report:
    """The report of the small project, as of a day."""
    return as_report(replace(project(), made=day), Options())


def made(level: str, apis: dict[str, dict[str, int]], hazards: dict[str, dict[str, int]] | None = None, **more: Any) -> Figures:
    """Figures with these APIs and hazards."""
    counts = dict.fromkeys(("supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope"), 0)
    for api in apis.values():
        for verdict, count in api.items():
            counts[verdict] += count
    base = figures(report())
    summary = replace(base.summary, by_verdict=counts, sites=sum(counts.values()), readiness=readiness(counts))
    changes = {"level": level, "summary": summary, "days": (1.0, 3.0), "whole": (1.0, 3.0), "requires": (), **more}
    return msgspec.structs.replace(
        base,
        apis=tuple(ApiFigure(name, each, "recipe_of" if "composable" in each else None) for name, each in apis.items()),  # type: ignore[arg-type]
        hazards=tuple(HazardFigure(code, each, each, f"{code} here", f"{code} 在此") for code, each in (hazards or {}).items()),  # type: ignore[arg-type]
        **changes,
    )


def earlier(level: str) -> Outlook:
    """What an audit says of an earlier release."""
    return Outlook(OLDER, made(level, {"torch.relu": {"custom-op": 4, "supported": 6}}).summary, level, (5.0, 9.0))  # type: ignore[arg-type]


def row(name: str, level: str = "ready", apis: dict[str, dict[str, int]] | None = None, **more: Any) -> Row:
    """An audited repository."""
    given = {key: more.pop(key) for key in ("hazards", "days", "made", "target", "others") if key in more}
    one = made(level, apis if apis is not None else {"torch.relu": {"supported": 10}}, given.pop("hazards", None), **given)
    return Row(**{"repository": name, "status": "audited", "at": "2026-02-01T00:00:00", "version": VERSION, "figures": one, **more})


def rows() -> list[Row]:
    """Everything that can happen."""
    return [
        row("ready", owner="vision", tags=("product",), others=(earlier("blocked"),)),
        row("waits", dependencies=("timm==1.0",), owner="vision"),
        row("recipe", "work", {"torch.svd": {"composable": 2}, "torch.relu": {"supported": 98}}, owner="text", tags=("product", "lab")),
        row("recipe2", "work", {"torch.svd": {"composable": 1}}, hazards={"MA301": {"error": 2}}),
        row("blocked", "blocked", {"torch.fx.Graph": {"custom-op": 1}, "torch.svd": {"composable": 1}}, value=5.0),
        row("nothing", "nothing", {}, days=(0.0, 0.0)),
        Row("empty", "empty", "2026-02-01", reason="no Python file or notebook that is not ignored or excluded"),
        Row("failed", "failed", "2026-02-01", reason="it took longer than 5 seconds"),
        Row("waiting", "waiting", "2026-02-01"),
        row("timm==1.0", "work", {"torch.svd": {"composable": 7}}, kind="dependency"),
        row("numpy==2.0", "nothing", {}, kind="dependency", days=(0.0, 0.0)),
    ]


def hostile() -> list[Row]:
    """Repositories whose names, owners, tags and reasons try everything."""
    found = [row(bad, "work", {bad: {"composable": 1}}, owner=bad, tags=(bad,), dependencies=(bad,)) for bad in HOSTILE]
    return [*found, *(Row(f"{bad} failed", "failed", "2026-02-01", reason=bad) for bad in HOSTILE)]


def many(count: int) -> list[Row]:
    """As many repositories as wanted, with two hundred APIs each."""
    apis = {f"torch.api_{number}": {"composable" if number % 9 == 0 else "supported": number + 1} for number in range(200)}
    figures_of_all = made("work", apis, {f"MA{300 + number}": {"error": number} for number in range(1, 30)})
    return [
        Row(
            f"team-{number % 40}/repository-{number:05}",
            "audited",
            "2026-02-01",
            VERSION,
            owner=f"owner {number % 40}",
            tags=(f"tag {number % 7}", f"tag {number % 11}"),
            value=1 + number % 5,
            figures=msgspec.structs.replace(figures_of_all, days=(1 + number % 90, 3 + number % 200)),
        )
        for number in range(count)
    ]


def view(found: list[Row] | None = None, **options: Any) -> Portfolio:
    """The view of rows without history."""
    return portfolio(rows() if found is None else found, lambda _: report(), Options(**options))

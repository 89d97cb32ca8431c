"""The tables of a portfolio, one record per row: what CSV, workbooks and JSON hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mindaudit_reports.portfolio.shared import Price
from mindaudit_reports.portfolio.view import Entry, Group, Portfolio
from mindaudit_reports.views.headline import target_name
from mindaudit_reports.views.options import Language, Range
from mindaudit_reports.views.texts import translated

Record = dict[str, Any]


def repositories(entries: Sequence[Entry], lang: Language) -> Iterator[Record]:
    """One record per repository or package, in the order given."""
    for entry in entries:
        row, figures = entry.row, entry.row.figures
        counts = figures.summary.by_verdict if figures else {}
        yield {
            "rank": entry.rank,
            "repository": entry.name,
            "owner": row.owner,
            "tags": list(row.tags),
            "state": entry.state,
            "waits_for": list(entry.waits_for),
            "readiness": figures.summary.readiness if figures else None,
            "sites": figures.summary.sites if figures else None,
            **{
                verdict: counts.get(verdict)
                for verdict in ("supported", "equivalent", "composable", "custom-op", "unknown", "out-of-scope")
            },
            **_range("days", figures.days if figures else None),
            **_range("days_with_unknown", figures.whole if figures else None),
            "value": row.value,
            "sites_per_day": entry.per_day and round(entry.per_day, 2),
            "stops": entry.errors if figures else None,
            "files_with_problems": figures.summary.files.get("problem", 0) if figures else None,
            "mindspore": figures.target.mindspore if figures else "",
            "mode": figures.target.mode if figures else "",
            "backend": figures.target.backend if figures else "",
            "syntax": figures.target.syntax if figures else "",
            "day": figures.made if figures else "",
            "version": row.version,
            "reason": translated(row.reason).of(lang),
        }


def apis(portfolio: Portfolio) -> Iterator[Record]:
    """One record an open API, in the order of the view."""
    for api in portfolio.apis:
        yield {
            "torch_name": api.name,
            "verdict": api.verdict,
            "recipe": api.recipe or "",
            "repositories": len(api.repositories),
            "alone": len(api.alone),
            "sites": api.sites,
            **_range("days_once", api.once),
            **_range("days_saved", api.saved),
            "needed_by": list(api.repositories),
            "unlocks": list(api.alone),
        }


def hazards(portfolio: Portfolio, lang: Language) -> Iterator[Record]:
    """One record per kind of hazard, in the order of the view."""
    for kind in portfolio.hazards:
        yield {
            "code": kind.code,
            "severity": kind.severity,
            "title": kind.title.of(lang),
            "repositories": len(kind.repositories),
            "alone": len(kind.alone),
            "places": kind.places,
            "found_in": list(kind.repositories),
        }


def months(portfolio: Portfolio) -> Iterator[Record]:
    """One record a month, oldest first."""
    for each in portfolio.months:
        numbers = {name: getattr(each, name) for name in ("repositories", "done", "ready", "open", "new", "regressed")}
        yield {"month": each.month, **numbers, "share": each.share}


def groups(portfolio: Portfolio) -> Iterator[Record]:
    """One record an owner, then one a tag."""
    yield from (_group("owner", group) for group in portfolio.owners)
    yield from (_group("tag", group) for group in portfolio.tags)


def targets(portfolio: Portfolio, lang: Language) -> Iterator[Record]:
    """One record per target, if there are several."""
    for aim in portfolio.targets:
        yield {
            "target": target_name(aim.target).of(lang),
            "repositories": aim.repositories,
            "ready": aim.ready,
            "blocked": aim.blocked,
            "readiness": aim.readiness,
            "sites": aim.sites,
            **_range("days_separate", aim.days),
        }


def summary(portfolio: Portfolio) -> Record:
    """The figures of the whole."""
    return {
        "at": portfolio.at,
        "since": portfolio.since,
        "repositories": len(portfolio.entries),
        **{str(state): count for state, count in portfolio.states.items()},
        "readiness": portfolio.readiness,
        "sites": portfolio.sites,
        **{f"sites_{verdict}": count for verdict, count in portfolio.by_verdict.items()},
        **_price(portfolio.price),
    }


def _group(kind: str, group: Group) -> Record:
    numbers = {"readiness": group.readiness, "sites": group.sites, **{str(state): count for state, count in group.states.items()}}
    return {"group": kind, "name": group.name, "repositories": group.repositories, **numbers, **_price(group.price)}


def _price(price: Price) -> Record:
    return {**_range("days_once", price.once), **_range("days_separate", price.separate), "shared_needs": price.shared}


def _range(name: str, amount: Range | None) -> Record:
    return {f"{name}_low": amount and round(amount[0], 2), f"{name}_high": amount and round(amount[1], 2)}

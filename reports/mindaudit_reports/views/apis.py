"""Usages gathered by API: the rows of the operator table, of the framework-function table and of the list of blockers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

from mindaudit.model import Verdict
from mindaudit_reports.views.report import UsageRow, file_of
from mindaudit_reports.views.texts import Text

COSTLIEST_FIRST: tuple[Verdict, ...] = ("custom-op", "unknown", "composable", "equivalent", "supported", "out-of-scope")
OPEN = frozenset({"custom-op", "unknown", "composable"})


@dataclass(frozen=True, slots=True)
class Api:
    """One torch API over the whole project."""

    name: str
    verdict: Verdict
    """The costliest that any of its sites has."""
    counts: tuple[tuple[Verdict, int], ...]
    """Sites by verdict, costliest first; an API can be supported here and not there, since verdicts follow the arguments."""
    sites: int
    files: int
    files_at_stake: int
    """Files in which a site has the costliest verdict."""
    mindspore_names: tuple[str, ...]
    """Counterparts, most frequent first."""
    recipe: str | None
    reasons: tuple[Text, ...]
    """For each of `counts` why, as its first site says it: the condition under which the API is supported."""
    table: str
    """"operator" or "framework"."""
    area: str

    @property
    def sites_at_stake(self) -> int:
        """Sites that have the costliest verdict."""
        return self.counts[0][1]

    @property
    def reason(self) -> Text:
        """Why it has the costliest verdict."""
        return self.reasons[0]

    @property
    def by_frequency(self) -> list[tuple[Verdict, int, Text]]:
        """Verdict, sites and reason; what most of its sites have first."""
        rows = [(verdict, sites, reason) for (verdict, sites), reason in zip(self.counts, self.reasons, strict=True)]
        return sorted(rows, key=lambda row: -row[1])


def apis(usages: Iterable[UsageRow]) -> list[Api]:
    """Every API, by table and area, then most sites first."""
    by_name: dict[str, list[UsageRow]] = {}
    for usage in usages:
        by_name.setdefault(usage.torch_name, []).append(usage)
    return sorted((_api(name, rows) for name, rows in by_name.items()), key=lambda api: (-api.sites, api.name))


def blockers(every: Iterable[Api], *verdicts: Verdict) -> list[Api]:
    """APIs whose costliest verdict is one of these, costliest and most frequent first."""
    chosen = [api for api in every if api.verdict in verdicts]
    return sorted(chosen, key=lambda api: (COSTLIEST_FIRST.index(api.verdict), -api.sites_at_stake, api.name))


def _api(name: str, rows: Sequence[UsageRow]) -> Api:
    counts = Counter(row.verdict for row in rows)
    verdicts = [verdict for verdict in COSTLIEST_FIRST if counts[verdict]]
    first = {row.verdict: row.said for row in reversed(rows)}
    table, area = area_of(name)
    return Api(
        name=name,
        verdict=verdicts[0],
        counts=tuple((verdict, counts[verdict]) for verdict in verdicts),
        sites=len(rows),
        files=len({file_of(row.path) for row in rows}),
        files_at_stake=len({file_of(row.path) for row in rows if row.verdict == verdicts[0]}),
        mindspore_names=tuple(target for target, _ in Counter(row.mindspore_name for row in rows if row.mindspore_name).most_common()),
        recipe=next((row.recipe for row in rows if row.recipe), None),
        reasons=tuple(first[verdict] for verdict in verdicts),
        table=table,
        area=area,
    )


@cache
def area_of(name: str) -> tuple[str, str]:
    """The table that an API belongs to and the area inside it, from data/areas.csv: its first pattern that matches."""
    return next((table, area) for pattern, table, area in _areas() if pattern.fullmatch(name))


@cache
def _areas() -> list[tuple[re.Pattern[str], str, str]]:
    rows = csv.DictReader((package_files("mindaudit_reports") / "data" / "areas.csv").read_text("utf-8").splitlines())
    return [(re.compile(row["pattern"], re.DOTALL), row["table"], row["area"]) for row in rows]

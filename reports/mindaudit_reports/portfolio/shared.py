"""What several repositories have in common: APIs that block them, hazards, and work that has to be done only once.

What an API or a hazard code costs for the first time (finding out, writing the operator) is paid once for all repositories that need it;
what each of its sites costs stays with every repository.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from mindaudit.model import SEVERITIES, Severity, Verdict
from mindaudit_reports.portfolio.records import Figures, HazardFigure
from mindaudit_reports.views.apis import COSTLIEST_FIRST, OPEN
from mindaudit_reports.views.effort import days
from mindaudit_reports.views.options import Cost, Effort, Range, Rule
from mindaudit_reports.views.texts import Text, code_title

Obstacle = tuple[str, str]
"""An API, or the code of a hazard, with the kind of it."""


@dataclass(frozen=True, slots=True)
class SharedApi:
    """An API that has no direct counterpart somewhere in the portfolio."""

    name: str
    verdict: Verdict
    """The costliest that it has in any repository."""
    recipe: str | None
    repositories: tuple[str, ...]
    """Those where it is open, by name."""
    alone: tuple[str, ...]
    """Those of them where nothing else is left to do."""
    sites: int
    once: Range | None
    """Person-days if it is priced once for all of them; None for what has no price."""
    saved: Range | None
    """By how much each of them on its own would cost more."""


@dataclass(frozen=True, slots=True)
class SharedHazard:
    """A kind of hazard in the portfolio."""

    code: str
    title: Text
    severity: Severity
    """The worst."""
    repositories: tuple[str, ...]
    alone: tuple[str, ...]
    places: int


@dataclass(frozen=True, slots=True)
class Price:
    """What a portfolio costs."""

    separate: Range
    """Person-days if every repository is moved on its own."""
    once: Range
    """Person-days if what several need is paid for the first time only once."""
    shared: int
    """APIs and hazard codes with a price that several repositories need."""


def price(every: Iterable[Figures], effort: Effort) -> Price:
    """The person-days of repositories together."""
    figures = list(every)
    separate = _add(each.days for each in figures)
    needed: dict[tuple[str, str], int] = {}
    for each in figures:
        for need in _priced(each):
            needed[need] = needed.get(need, 0) + 1
    costs = {**effort.verdicts, **effort.severities}
    again = [_times(_first(costs[kind], effort), count - 1) for (kind, _), count in needed.items() if kind in costs]
    saved = _add(again)
    once = (max(0.0, separate[0] - saved[0]), max(0.0, separate[1] - saved[1]))
    return Price(separate, once, sum(count > 1 for (kind, _), count in needed.items() if kind in costs))


def obstacles(figures: Figures) -> frozenset[Obstacle]:
    """What has to be done in a repository before it is ready: open APIs, and hazards that stop or slow it."""
    apis = {("api", api.name) for api in figures.apis if not OPEN.isdisjoint(api.counts)}
    return frozenset(apis | {("hazard", each.code) for each in figures.hazards if {"error", "warning"} & each.counts.keys()})


def shared_apis(every: Mapping[str, Figures], effort: Effort) -> list[SharedApi]:
    """The open APIs of repositories by name: those that most of them need first."""
    sites: dict[str, dict[Verdict, dict[str, int]]] = {}
    recipes: dict[str, str] = {}
    for repository, figures in every.items():
        for api in figures.apis:
            for verdict, count in api.counts.items():
                if verdict in OPEN:
                    sites.setdefault(api.name, {}).setdefault(verdict, {})[repository] = count
            if api.recipe:
                recipes.setdefault(api.name, api.recipe)
    alone = _alone(every)
    found = [_api(name, by_verdict, recipes.get(name), alone.get(("api", name), ()), effort) for name, by_verdict in sites.items()]
    return sorted(found, key=lambda api: (-len(api.repositories), -len(api.alone), -api.sites, api.name))


def shared_hazards(every: Mapping[str, Figures], rules: Mapping[str, Rule]) -> list[SharedHazard]:
    """The kinds of hazard in repositories by name: the worst first, then those that most of them have."""
    found: dict[str, dict[str, HazardFigure]] = {}
    for repository, figures in every.items():
        for each in figures.hazards:
            found.setdefault(each.code, {})[repository] = each
    alone = _alone(every)
    kinds = [_hazard(code, places, alone.get(("hazard", code), ()), rules) for code, places in found.items()]
    return sorted(kinds, key=lambda kind: (SEVERITIES.index(kind.severity), -len(kind.repositories), -kind.places, kind.code))


def _api(name: str, by_verdict: Mapping[Verdict, Mapping[str, int]], recipe: str | None, alone: Sequence[str], effort: Effort) -> SharedApi:
    verdict = next(each for each in COSTLIEST_FIRST if each in by_verdict)
    costs = [(effort.verdicts[each], counts) for each, counts in by_verdict.items() if each in effort.verdicts]
    saved = _add(_times(_first(cost, effort), len(counts) - 1) for cost, counts in costs)
    separate = _add(days(cost, count, effort) for cost, counts in costs for count in counts.values())
    return SharedApi(
        name=name,
        verdict=verdict,
        recipe=recipe,
        repositories=tuple(sorted({repository for counts in by_verdict.values() for repository in counts})),
        alone=tuple(alone),
        sites=sum(sum(counts.values()) for counts in by_verdict.values()),
        once=(separate[0] - saved[0], separate[1] - saved[1]) if costs else None,
        saved=saved if costs else None,
    )


def _hazard(code: str, places: Mapping[str, HazardFigure], alone: Sequence[str], rules: Mapping[str, Rule]) -> SharedHazard:
    first = next(iter(places.values()))
    worst = next(each for each in SEVERITIES if any(each in figure.counts for figure in places.values()))
    known = code_title(code, rules)
    title = known if known.en != code else Text(first.message, first.message_zh)
    count = sum(sum(figure.counts.values()) for figure in places.values())
    return SharedHazard(code, title, worst, tuple(sorted(places)), tuple(alone), count)


def _alone(every: Mapping[str, Figures]) -> dict[Obstacle, list[str]]:
    """Of each obstacle the repositories that have no other."""
    found: dict[Obstacle, list[str]] = {}
    for repository, figures in sorted(every.items()):
        left = obstacles(figures)
        if len(left) == 1:
            found.setdefault(next(iter(left)), []).append(repository)
    return found


def _priced(figures: Figures) -> set[tuple[str, str]]:
    """What a repository pays for the first time: verdicts of APIs, and severities of hazard codes."""
    apis: set[tuple[str, str]] = {(verdict, api.name) for api in figures.apis for verdict in api.counts}
    return apis | {(severity, each.code) for each in figures.hazards for severity in each.priced}


def _first(cost: Cost, effort: Effort) -> Range:
    return cost.first[0] / effort.hours_per_day, cost.first[1] / effort.hours_per_day


def _times(amount: Range, factor: int) -> Range:
    return amount[0] * factor, amount[1] * factor


def _add(ranges: Iterable[Range]) -> Range:
    every = list(ranges)
    return fsum(low for low, _ in every), fsum(high for _, high in every)

"""Effort as a range of person-days: a price for each distinct API and hazard code, and a falling price for each of its sites.

The price of the k-th site is one k-th of that of the first, since the work repeats: an API with n sites costs
first + site x (1 + 1/2 + ... + 1/n).
Unknown APIs stand beside the estimate: at best they turn out to be supported, at worst each needs a custom operator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from mindaudit_reports.views.apis import Api
from mindaudit_reports.views.options import Cost, Effort, Range
from mindaudit_reports.views.report import HazardRow, UsageRow, file_of


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the estimate."""

    name: str
    """A verdict, or a severity of hazards."""
    cost: Cost
    days: Range
    distinct: int
    """APIs, or hazard codes."""
    sites: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """The whole, its parts, and what stands outside of it."""

    days: Range
    shares: tuple[Share, ...]
    unknown_apis: int
    unknown_sites: int
    unknown_days: Range
    """If all of them turn out to be supported, and if none does."""

    @property
    def whole(self) -> Range:
        """The days with those of unknown APIs."""
        return _add((self.days, self.unknown_days))


def estimate(apis: Iterable[Api], hazards: Iterable[HazardRow], effort: Effort) -> Estimate:
    """Price every API by verdict and every hazard code by severity."""
    sites: dict[str, list[int]] = {}
    for verdict, count in (pair for api in apis for pair in api.counts):
        sites.setdefault(verdict, []).append(count)
    found: dict[str, list[int]] = {}
    for (severity, _), count in Counter((hazard.severity, hazard.code) for hazard in hazards).items():
        found.setdefault(severity, []).append(count)
    shares = [_share(verdict, cost, sites.get(verdict, []), effort) for verdict, cost in effort.verdicts.items()]
    shares += [_share(severity, cost, found.get(severity, []), effort) for severity, cost in effort.severities.items()]
    unknown = sites.get("unknown", [])
    extremes = _share("unknown", Cost(*_extremes(effort)), unknown, effort).days
    return Estimate(_add(share.days for share in shares), tuple(shares), len(unknown), sum(unknown), extremes)


def _extremes(effort: Effort) -> tuple[Range, Range]:
    """The prices of an unknown API, for itself and for a site: from the cheapest of all verdicts to the most expensive."""
    costs = list(effort.verdicts.values())
    first, site = [cost.first for cost in costs], [cost.site for cost in costs]
    return (min(first)[0], max(high for _, high in first)), (min(site)[0], max(high for _, high in site))


def api_days(api: Api, effort: Effort) -> Range | None:
    """What one API costs, or None if one of its sites has a verdict without a price."""
    prices = [(effort.verdicts.get(verdict), count) for verdict, count in api.counts if verdict != "out-of-scope"]
    costs = [_price(cost, count) for cost, count in prices if cost]
    if len(costs) < len(prices):
        return None
    return _days(_add(costs), effort)


def days(cost: Cost, sites: int, effort: Effort) -> Range:
    """What one API or hazard code with so many sites costs."""
    return _days(_price(cost, sites), effort)


def by_file(usages: Iterable[UsageRow], hazards: Iterable[HazardRow], effort: Effort) -> dict[str, Range]:
    """The estimate shared out: each site bears an equal part of what its API or hazard code costs."""
    places: dict[tuple[str, str], list[str]] = {}
    for usage in usages:
        places.setdefault((usage.verdict, usage.torch_name), []).append(file_of(usage.path))
    for hazard in hazards:
        places.setdefault((hazard.severity, hazard.code), []).append(file_of(hazard.path))
    prices = {**effort.verdicts, **effort.severities}
    found: dict[str, Range] = {}
    for (name, _), files in places.items():
        if name in prices:
            low, high = days(prices[name], len(files), effort)
            for file in files:
                found[file] = _add((found.get(file, (0.0, 0.0)), (low / len(files), high / len(files))))
    return found


def _share(name: str, cost: Cost, counts: list[int], effort: Effort) -> Share:
    return Share(name, cost, _days(_add(_price(cost, count) for count in counts), effort), len(counts), sum(counts))


def _price(cost: Cost, sites: int) -> Range:
    factor = fsum(1 / k for k in range(1, sites + 1))
    return cost.first[0] + cost.site[0] * factor, cost.first[1] + cost.site[1] * factor


def _add(ranges: Iterable[Range]) -> Range:
    every = list(ranges)
    return fsum(low for low, _ in every), fsum(high for _, high in every)


def _days(hours: Range, effort: Effort) -> Range:
    return hours[0] / effort.hours_per_day, hours[1] / effort.hours_per_day

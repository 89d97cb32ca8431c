"""A portfolio as all formats print it: every repository with its state and rank, and the figures of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from mindaudit_data import VERDICTS
from mindaudit_reports.portfolio.current import current, unfinished
from mindaudit_reports.portfolio.records import Figures, Row
from mindaudit_reports.portfolio.shared import Price, SharedApi, SharedHazard, price, shared_apis, shared_hazards
from mindaudit_reports.portfolio.targets import Aim, aims
from mindaudit_reports.portfolio.trend import Load, Month, trend
from mindaudit_reports.views.options import Effort, Options
from mindaudit_reports.views.summary import readiness

State = Literal["ready", "waits", "work", "blocked", "nothing", "empty", "failed", "waiting"]
STATES: tuple[State, ...] = ("ready", "waits", "work", "blocked", "nothing", "empty", "failed", "waiting")
"""`waits`: its own code is ready, and a package that it needs is not."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One repository."""

    row: Row
    state: State
    rank: int | None = None
    """By what a person-day moves; None for what cannot be ranked."""
    waits_for: tuple[str, ...] = ()
    """Packages that it needs and that are not ready."""

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.row.repository

    @property
    def in_scope(self) -> int:
        """Sites that count."""
        return _in_scope(self.row.figures)

    @property
    def days(self) -> float:
        """Person-days, the middle of the range."""
        return sum(self.row.figures.days) / 2 if self.row.figures else 0.0

    @property
    def worth(self) -> float:
        """What moving it gives: its sites in scope, times the value that the listing gives it."""
        return self.in_scope * self.row.value

    @property
    def per_day(self) -> float | None:
        """What a person-day moves; None where there is nothing to move."""
        return self.worth / self.days if self.days and self.worth else None

    @property
    def errors(self) -> int:
        """Places that stop graph compilation or fail at run time."""
        return sum(hazard.counts.get("error", 0) for hazard in self.row.figures.hazards) if self.row.figures else 0


@dataclass(frozen=True, slots=True)
class Group:
    """The repositories of one owner or with one tag."""

    name: str
    """Empty for those without."""
    repositories: int
    states: Mapping[State, int]
    sites: int
    readiness: float | None
    price: Price


@dataclass(frozen=True, slots=True)
class Portfolio:
    """All repositories."""

    entries: tuple[Entry, ...]
    """The best ranked first, then those without a rank by name."""
    dependencies: tuple[Entry, ...]
    """Third-party packages that use torch, by name."""
    states: Mapping[State, int]
    by_verdict: Mapping[str, int]
    sites: int
    readiness: float | None
    price: Price
    apis: tuple[SharedApi, ...]
    hazards: tuple[SharedHazard, ...]
    owners: tuple[Group, ...]
    tags: tuple[Group, ...]
    months: tuple[Month, ...]
    targets: tuple[Aim, ...]
    """Each target with the repositories that were held against it; empty if there is one alone."""
    troubled: tuple[Entry, ...]
    """Those that the last scan could not audit, or has not come to, by name; what was audited before counts all the same."""
    at: str
    """When the last row was written."""
    since: str = ""
    effort: Effort = field(default_factory=Effort)

    @property
    def ready(self) -> list[Entry]:
        """Those that can be moved now, by name."""
        return sorted((entry for entry in self.entries if entry.state == "ready"), key=lambda entry: entry.name)

    @property
    def first(self) -> list[Entry]:
        """Where to begin: the best ranked first, those that nothing blocks before the others."""
        return sorted((entry for entry in self.entries if entry.rank), key=lambda entry: (entry.state == "blocked", entry.rank))


def portfolio(rows: Sequence[Row], load: Load, options: Options, since: str = "") -> Portfolio:
    """The view of an index; `load` reads the reports of earlier versions, which only a trend needs."""
    own = [row for row in rows if row.kind == "repository"]
    packages = {row.repository: _entry(row, {}) for row in current(row for row in rows if row.kind == "dependency")}
    entries = _ranked(_entry(row, packages) for row in current(own))
    figures = {entry.name: entry.row.figures for entry in entries if entry.row.figures}
    counts = _verdicts(figures.values())
    return Portfolio(
        entries=tuple(entries),
        dependencies=tuple(entry for entry in packages.values() if entry.in_scope),
        states=_states(entries),
        by_verdict=counts,
        sites=sum(counts.values()),
        readiness=readiness(counts),
        price=price(figures.values(), options.effort),
        apis=tuple(shared_apis(figures, options.effort)),
        hazards=tuple(shared_hazards(figures, options.rules)),
        owners=tuple(_groups(entries, lambda row: (row.owner,), options.effort)),
        tags=tuple(_groups(entries, lambda row: row.tags or ("",), options.effort)),
        months=tuple(trend(own, load, since)),
        targets=tuple(aims(figures.values())),
        troubled=tuple(_entry(row, {}) for row in unfinished(own)),
        at=max((row.at for row in rows), default=""),
        since=since,
        effort=options.effort,
    )


def _entry(row: Row, packages: Mapping[str, Entry]) -> Entry:
    figures = row.figures
    if figures is None:
        return Entry(row, "failed" if row.status == "failed" else "empty" if row.status == "empty" else "waiting")
    missing = tuple(name for name in row.dependencies if name in packages and packages[name].state not in ("ready", "nothing"))
    state: State = "waits" if figures.level == "ready" and missing else figures.level
    return Entry(row, state, waits_for=missing)


def _ranked(entries: Iterable[Entry]) -> list[Entry]:
    every = list(entries)
    ranked = sorted((entry for entry in every if entry.per_day is not None), key=lambda entry: (-(entry.per_day or 0), entry.name))
    numbered = [Entry(entry.row, entry.state, number, entry.waits_for) for number, entry in enumerate(ranked, 1)]
    return [*numbered, *sorted((entry for entry in every if entry.per_day is None), key=lambda entry: entry.name)]


def _groups(entries: Sequence[Entry], names_of: Callable[[Row], tuple[str, ...]], effort: Effort) -> list[Group]:
    """The groups by name, those of no name last; none if nobody has a name."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        for name in names_of(entry.row):
            found.setdefault(name, []).append(entry)
    if set(found) <= {""}:
        return []
    return [_group(name, found[name], effort) for name in sorted(found, key=lambda name: (not name, name))]


def _group(name: str, entries: Sequence[Entry], effort: Effort) -> Group:
    figures = [entry.row.figures for entry in entries if entry.row.figures]
    counts = _verdicts(figures)
    return Group(name, len(entries), _states(entries), sum(counts.values()), readiness(counts), price(figures, effort))


def _states(entries: Iterable[Entry]) -> dict[State, int]:
    counts = Counter(entry.state for entry in entries)
    return {state: counts[state] for state in STATES}


def _verdicts(every: Iterable[Figures]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for figures in every:
        counts.update(figures.summary.by_verdict)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def _in_scope(figures: Figures | None) -> int:
    return figures.summary.sites - figures.summary.by_verdict.get("out-of-scope", 0) if figures else 0

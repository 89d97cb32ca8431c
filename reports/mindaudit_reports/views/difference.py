"""What changed between two reports: of the same target over time, or of two targets for the same code."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mindaudit.model import Verdict
from mindaudit_reports.views.apis import COSTLIEST_FIRST, apis
from mindaudit_reports.views.identity import identity
from mindaudit_reports.views.progress import Progress, progress
from mindaudit_reports.views.report import HazardRow, Report, UsageRow
from mindaudit_reports.views.sites import sites
from mindaudit_reports.views.summary import READY


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A site that is in both reports and is judged otherwise."""

    old: UsageRow
    new: UsageRow


@dataclass(frozen=True, slots=True)
class Difference:
    """What a second report says that the first did not. Sites that only moved are no difference."""

    old: Report
    new: Report
    mended: tuple[UsageRow | HazardRow, ...]
    """Open sites and hazards of the old report that are gone."""
    introduced: tuple[UsageRow | HazardRow, ...]
    """Open sites and hazards that are new."""
    changed: tuple[VerdictChange, ...]
    progress: Progress

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.mended or self.introduced or self.changed or self.old.summary != self.new.summary)


@dataclass(frozen=True, slots=True)
class ApiChange:
    """An API that is judged otherwise against another target."""

    name: str
    old: Verdict
    new: Verdict
    sites: int


def diff(old: Report, new: Report) -> Difference:
    """Compare two reports; rows are matched by file, function, name and written text, not by line."""
    before, after = _by_identity([*old.usages, *old.hazards]), _by_identity([*new.usages, *new.hazards])
    mended, introduced, changed = [], [], []
    for key in before.keys() | after.keys():
        olds, news = before.get(key, []), after.get(key, [])
        pairs = list(zip(olds, news, strict=False))
        changed += [VerdictChange(a, b) for a, b in pairs if isinstance(a, UsageRow) and isinstance(b, UsageRow) and a.verdict != b.verdict]
        mended += olds[len(pairs) :]
        introduced += news[len(pairs) :]
    return Difference(
        old,
        new,
        tuple(_in_order(row for row in mended if is_open(row))),
        tuple(_in_order(row for row in introduced if is_open(row))),
        tuple(sorted(changed, key=lambda change: _place(change.new))),
        progress(old, new),
    )


def is_open(row: UsageRow | HazardRow) -> bool:
    """Whether somebody has to do something about it: every hazard, and a site that is neither ready nor out of scope."""
    return isinstance(row, HazardRow) or row.verdict not in READY | {"out-of-scope"}


def unlocked(old: Report, new: Report) -> tuple[list[ApiChange], list[ApiChange]]:
    """APIs that are ready only against the new target, and those that are ready only against the old one; most sites first."""
    before, after = {api.name: api for api in apis(sites(old))}, {api.name: api for api in apis(sites(new))}
    both = [ApiChange(name, before[name].verdict, after[name].verdict, after[name].sites) for name in before.keys() & after.keys()]
    changes = sorted((one for one in both if (one.old in READY) != (one.new in READY)), key=lambda one: (-one.sites, one.name))
    return [one for one in changes if one.new in READY], [one for one in changes if one.old in READY]


def change_counts(changes: Sequence[VerdictChange]) -> list[tuple[Verdict, Verdict, int]]:
    """How many sites went from which verdict to which, most first."""
    counts = Counter((change.old.verdict, change.new.verdict) for change in changes)
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], [COSTLIEST_FIRST.index(verdict) for verdict in pair[0]]))
    return [(old, new, count) for (old, new), count in ordered]


def _by_identity(rows: Iterable[UsageRow | HazardRow]) -> dict[tuple[str, ...], list[UsageRow | HazardRow]]:
    found: dict[tuple[str, ...], list[UsageRow | HazardRow]] = defaultdict(list)
    for row in rows:
        found[identity(row)].append(row)
    return found


def _in_order(rows: Iterable[UsageRow | HazardRow]) -> list[UsageRow | HazardRow]:
    return sorted(rows, key=_place)


def _place(row: UsageRow | HazardRow) -> tuple[str, int, int, bool, str]:
    is_hazard = isinstance(row, HazardRow)
    return row.path, row.line, row.column, is_hazard, row.code if isinstance(row, HazardRow) else row.torch_name

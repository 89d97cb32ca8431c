"""A portfolio against each target: what an upgrade of MindSpore, or another backend, changes for all repositories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

from mindaudit.model import Target
from mindaudit_data import number
from mindaudit_reports.portfolio.records import Figures, Outlook
from mindaudit_reports.views.options import Range
from mindaudit_reports.views.summary import readiness


@dataclass(frozen=True, slots=True)
class Aim:
    """The repositories that were held against one target."""

    target: Target
    repositories: int
    ready: int
    blocked: int
    sites: int
    readiness: float | None
    days: Range
    """Person-days if every repository is moved on its own."""


def aims(every: Iterable[Figures]) -> list[Aim]:
    """All targets, oldest release first; none if there is one alone."""
    found: dict[Target, list[Outlook]] = {}
    for figures in every:
        for outlook in (*figures.others, figures.outlook):
            found.setdefault(outlook.target, []).append(outlook)
    ordered = sorted(found, key=lambda target: (number(target.mindspore), target.mode, target.backend, target.syntax))
    return [_aim(target, found[target]) for target in ordered] if len(found) > 1 else []


def _aim(target: Target, outlooks: Sequence[Outlook]) -> Aim:
    levels = Counter(each.level for each in outlooks)
    verdicts: Counter[str] = Counter()
    for each in outlooks:
        verdicts.update(each.summary.by_verdict)
    days = fsum(each.days[0] for each in outlooks), fsum(each.days[1] for each in outlooks)
    return Aim(target, len(outlooks), levels["ready"], levels["blocked"], verdicts.total(), readiness(verdicts), days)

"""What is kept of each repository: the rows of a portfolio's index, and the figures in them."""

from __future__ import annotations

from typing import Literal

import msgspec

from mindaudit.model import Severity, Target, Verdict
from mindaudit_reports.views.options import Range
from mindaudit_reports.views.report import Summary

Status = Literal["waiting", "audited", "unchanged", "empty", "failed"]
"""`waiting`: named by a scan that has not come to it; `empty`: holds neither Python files nor notebooks."""
Kind = Literal["repository", "dependency"]
Level = Literal["ready", "work", "blocked", "nothing"]


class ApiFigure(msgspec.Struct, frozen=True, array_like=True):
    """One torch API in one repository."""

    name: str
    counts: dict[Verdict, int]
    """Sites by verdict, costliest first."""
    recipe: str | None = None


class HazardFigure(msgspec.Struct, frozen=True, array_like=True):
    """One kind of hazard in one repository."""

    code: str
    counts: dict[Severity, int]
    """Places by severity, worst first."""
    priced: dict[Severity, int]
    """Occurrences that the estimate prices: those where no API change is needed at the same place."""
    message: str
    message_zh: str


class Outlook(msgspec.Struct, frozen=True):
    """What an audit says of one target."""

    target: Target
    summary: Summary
    level: Level
    days: Range


class Figures(msgspec.Struct, frozen=True):
    """What a portfolio needs to know of one audit; of several targets the last one, as the page of a repository has it."""

    target: Target
    tool: str
    data: str
    made: str
    """The day of the audited version."""
    commit: str
    """What git calls the version; empty for what does not come from git."""
    summary: Summary
    level: Level
    days: Range
    """Person-days of this repository alone."""
    whole: Range
    """The same with those of unknown APIs."""
    apis: tuple[ApiFigure, ...]
    hazards: tuple[HazardFigure, ...]
    requires: tuple[str, ...] = ()
    """Distributions that the repository declares to need, by normalised name."""
    others: tuple[Outlook, ...] = ()
    """What it says of further targets."""

    @property
    def outlook(self) -> Outlook:
        """The same in short."""
        return Outlook(self.target, self.summary, self.level, self.days)


class Row(msgspec.Struct, frozen=True):
    """What is known of one version of one repository."""

    repository: str
    status: Status
    at: str
    """When this was written: ISO time in UTC."""
    version: str = ""
    """The commit, or a digest of the content; empty where it never became known."""
    reason: str = ""
    """Why it failed."""
    seconds: float = 0.0
    owner: str = ""
    tags: tuple[str, ...] = ()
    value: float = 1.0
    kind: Kind = "repository"
    figures: Figures | None = None
    dependencies: tuple[str, ...] = ()
    """The rows of its third-party packages that were audited too, by their `repository`."""

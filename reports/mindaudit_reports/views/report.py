"""A report as JSON schema 2 has it: what every format is printed from, made from an audit or read back from a file.

The fields of each row stand in the order in which the schema lists them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

import msgspec

from mindaudit.model import Certainty, Context, Evidence, Problem, Severity, Target, UsageKind, Verdict
from mindaudit_data import Grade
from mindaudit_reports.views.options import Effort
from mindaudit_reports.views.texts import Text, translated

STATUSES = ("analyzed", "no-torch", "problem")
SCHEMA = 2
Code = Annotated[str, msgspec.Meta(pattern=r"\AMA\d{3}\Z")]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class ReportError(Exception):
    """A report that cannot be read or written; its text says what to do."""


@dataclass(frozen=True, slots=True)
class UsageRow:
    """A usage, its verdict and its place."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str
    kind: UsageKind
    torch_name: str
    alternatives: tuple[str, ...]
    written: str
    certainty: Certainty
    context: Context
    verdict: Verdict
    code: Code | None
    mindspore_name: str | None
    substitution: str | None
    imports: tuple[str, ...]
    recipe: str | None
    differences: tuple[str, ...]
    reason: str
    evidence: Evidence
    severity: Severity | None = None
    """Only where the configuration gives the code a level."""

    @property
    def said(self) -> Text:
        """The reason in both languages."""
        return translated(self.reason)


@dataclass(frozen=True, slots=True)
class ThirdPartyRow:
    """A call of another library that takes or gives tensors."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    name: str
    substitute: str

    @property
    def known(self) -> Text:
        """What is known about it, in both languages; empty for nothing."""
        return translated(self.substitute)


@dataclass(frozen=True, slots=True)
class MitigationRow:
    """What to write instead of a hazard."""

    text: str
    code: str = ""
    text_zh: str = ""


@dataclass(frozen=True, slots=True)
class HazardRow:
    """A hazard and its place."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    function: str
    code: Code
    certainty: Certainty
    cause: Literal["data", "shape"] | None
    severity: Severity
    context: Context
    message: str
    mitigation: MitigationRow | None
    call_path: tuple[str, ...] = ()
    message_zh: str = ""

    @property
    def said(self) -> Text:
        """The message in both languages."""
        return Text(self.message, self.message_zh or self.message)

    @property
    def mending(self) -> Text:
        """What to do instead, in both languages; empty if nothing is known."""
        return Text(self.mitigation.text, self.mitigation.text_zh or self.mitigation.text) if self.mitigation else Text("", "")


@dataclass(frozen=True, slots=True)
class AcceptedRow:
    """A usage or hazard that a comment in the source accepts, and the reason that the comment gives."""

    usage: UsageRow | None
    hazard: HazardRow | None
    reason: str

    @property
    def row(self) -> UsageRow | HazardRow:
        """The one of both that it is."""
        row = self.usage or self.hazard
        assert row is not None
        return row


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file and how far the audit got with it. An analyzed file with a problem is one where the analysis gave up somewhere."""

    path: str
    status: Literal["analyzed", "no-torch", "problem"]
    problem: Problem | None
    mindspore: bool = False
    """Whether it imports MindSpore."""


@dataclass(frozen=True, slots=True)
class ProblemRow:
    """A file that could not be audited, or one place in an analyzed file where the analysis gave up."""

    path: str
    code: Code
    message: str
    line: int | None

    @property
    def said(self) -> Text:
        """The message in both languages."""
        return translated(self.message)


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary figures shown at the top of every report."""

    files: Mapping[str, int]
    sites: int
    by_verdict: Mapping[str, int]
    readiness: Share | None
    """Supported and equivalent sites among all that are in scope; None where none is."""
    executed_share: Share | None
    """Sites whose evidence is an execution, among all sites."""
    by_grade: Mapping[Grade, int] = field(default_factory=dict)
    """Sites by the grade of their evidence, the strongest first."""
    evidence_weight: Share | None = None
    """The mean of the grades' weights over all sites."""
    gradients_share: Share | None = None
    """Sites whose execution compared gradients too, among all sites."""


@dataclass(frozen=True, slots=True)
class Report:
    """One audit of one target, ready to print."""

    root: str
    target: Target
    tool_version: str
    data_version: str
    summary: Summary
    files: tuple[FileRow, ...]
    usages: tuple[UsageRow, ...]
    third_party: tuple[ThirdPartyRow, ...]
    hazards: tuple[HazardRow, ...]
    stamp: str | None = None
    sources: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """Lines by number of each path that a row can name; empty when the report must hold no source."""
    accepted: tuple[AcceptedRow, ...] = ()
    problems: tuple[ProblemRow, ...] = ()
    effort: Effort = field(default_factory=Effort)
    """What the estimate assumes."""
    project: str = ""
    """The scanned folder's own name, for where `root` says nothing."""
    made: str | None = None
    """The day of the audit; in a portfolio, that of the audited version."""
    commit: str | None = None
    """What was checked out."""

    def excerpt(self, path: str, line: int) -> str | None:
        """The source line, or None where there is no source."""
        return self.sources.get(path, {}).get(line)


def file_of(path: str) -> str:
    """The file of a path that may name a notebook's cell."""
    return path.partition("#cell")[0]

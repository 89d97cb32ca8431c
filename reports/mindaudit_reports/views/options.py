"""What a user can choose about a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from mindaudit.model import SEVERITIES, Severity

Language = Literal["en", "zh"]
Hours = Annotated[float, msgspec.Meta(ge=0, le=1e6)]
Range = tuple[Hours, Hours]
"""Low and high, in hours."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one API or one hazard code costs: once for itself, then for every site, the k-th site a k-th part of the first."""

    first: Range
    site: Range


@dataclass(frozen=True, slots=True)
class Effort:
    """The assumption behind the estimate; every number can be set in the configuration."""

    hours_per_day: Annotated[float, msgspec.Meta(ge=0.1, le=24)] = 8.0
    verdicts: Mapping[str, Cost] = field(
        default_factory=lambda: {
            "supported": Cost((0.05, 0.1), (0.02, 0.05)),
            "equivalent": Cost((0.25, 0.75), (0.05, 0.15)),
            "composable": Cost((1.0, 3.0), (0.1, 0.5)),
            "custom-op": Cost((16.0, 60.0), (0.25, 1.0)),
        }
    )
    severities: Mapping[str, Cost] = field(
        default_factory=lambda: {
            "error": Cost((2.0, 6.0), (0.5, 1.5)),
            "warning": Cost((1.0, 3.0), (0.2, 0.6)),
            "note": Cost((0.25, 1.0), (0.05, 0.15)),
        }
    )


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule's page says, handed in by whoever knows the rules."""

    code: str
    title: str
    help: str = ""
    """Markdown."""
    title_zh: str = ""
    help_zh: str = ""
    """Markdown."""
    url: str = ""
    """The page on the site, "" where nobody names one."""
    url_zh: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which results are listed. Figures count all of them, whatever is listed."""

    select: frozenset[str] = frozenset()
    """Codes (MA203), and families by their first three characters (MA2); empty for all."""
    ignore: frozenset[str] = frozenset()
    """The same for what is left out."""
    lowest: Severity | None = None
    """The mildest level that is listed; None where nobody chose one."""

    def takes(self, code: str, level: Severity) -> bool:
        """Whether a result of this code and level is listed."""
        either = {code, code[:3]}
        wanted = not self.select or not self.select.isdisjoint(either)
        return wanted and self.ignore.isdisjoint(either) and SEVERITIES.index(level) <= SEVERITIES.index(self.lowest or SEVERITIES[-1])


@dataclass(frozen=True, slots=True)
class Options:
    """How to write a report."""

    no_source: bool = False
    """Leave out whatever is text of the audited code: excerpts, written calls, substitutions, mending code."""
    lang: Language = "en"
    color: bool = False
    width: int = 100
    """Of the terminal format."""
    selection: Selection = field(default_factory=Selection)
    """Which results are listed one by one."""
    history: tuple[Any, ...] = ()
    """Earlier audits of the same code: `views.report.Report` objects, in any order."""
    statistics: bool = False
    """Whether the concise format counts by code instead of listing."""
    bom: bool = False
    """Begin CSV with a byte order mark, which Excel needs to see UTF-8."""
    effort: Effort = field(default_factory=Effort)
    rules: Mapping[str, Rule] = field(default_factory=dict)
    """By code; what is missing here is described from the reports' own texts."""
    site: str = ""
    """Address of the documentation, "" for none."""

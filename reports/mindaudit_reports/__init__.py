"""Reports: every module of this package is one format, as `views.format.Format` describes it.

Adding a format is adding its file. Listing the formats imports none of them, so that pandas, Jinja2 and rich load only when they print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from os import PathLike
from pathlib import Path
from pkgutil import iter_modules

from mindaudit.model import Audit
from mindaudit.output.write import write_file
from mindaudit_reports.views.apis import apis
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.difference import Difference, diff
from mindaudit_reports.views.effort import Estimate, estimate
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Effort, Options, Rule, Selection
from mindaudit_reports.views.report import Report, ReportError, Summary
from mindaudit_reports.views.sites import hazards_of_their_own, sites

__all__ = [
    "Difference",
    "Effort",
    "Estimate",
    "Format",
    "Options",
    "Renderer",
    "Report",
    "ReportError",
    "Rule",
    "Selection",
    "Summary",
    "diff",
    "effort",
    "formats",
    "summary",
    "write",
]


@dataclass(frozen=True, slots=True)
class Renderer:
    """A format by name, imported when it is used."""

    name: str
    """As `--format` calls it; also the usual suffix of its file."""

    @property
    def binary(self) -> bool:
        """Whether `render` gives bytes that are of no use on a terminal."""
        return self._format().binary

    @property
    def missing(self) -> str:
        """What has to be installed first, as a clause with the command; "" for nothing."""
        return self._format().missing()

    def render(self, audits: Sequence[Audit | Report], options: Options | None = None) -> str | bytes:
        """Write the audits, usually one; several, or one with `others`, are the same code against several targets, in the order asked for.

        Text holds no lone surrogate, so that it can always be encoded. Raises ReportError if this format cannot show what it is given.
        """
        options = options or Options()
        reports = [as_report(one, options) for audit in audits for one in (audit, *(audit.others if isinstance(audit, Audit) else ()))]
        written = self._format().render(reports, options)
        return written if isinstance(written, bytes) else _encodable(written)

    def render_diff(self, difference: Difference, options: Options | None = None) -> str:
        """Write what changed between two reports. Raises ReportError for a format that has no such form."""
        written = self._format().render_diff(difference, options or Options())
        if written is None:
            raise ReportError(f"a comparison cannot be written as {self.name}; use term, markdown or json")
        return _encodable(written)

    def _format(self) -> Format:
        found: Format = import_module(f"{__name__}.{self.name}").FORMAT
        return found


def _encodable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text


def write(audit: Audit | Report, name: str, file: str | PathLike[str], options: Options | None = None) -> None:
    """Write an audit into a file in the format of that name, whole or not at all.

    Raises ReportError for an unknown format or what it cannot show, and `mindaudit.errors.MindauditError` if the file cannot be written.
    """
    known = formats()
    if name not in known:
        raise ReportError(f"there is no format {name!r}; known: {', '.join(known)}")
    if lacking := known[name].missing:
        raise ReportError(lacking)
    write_file(Path(file), known[name].render([audit], options))


def summary(audit: Audit) -> Summary:
    """The figures that stand on top of every report."""
    return as_report(audit, Options()).summary


def effort(audit: Audit, assumption: Effort | None = None) -> Estimate:
    """The estimate in person-days, by the weights given or the usual ones."""
    report = as_report(audit, Options(effort=assumption or Effort()))
    return estimate(apis(sites(report)), hazards_of_their_own(report), report.effort)


def formats() -> dict[str, Renderer]:
    """Every format by name, found by listing this package."""
    return {module.name: Renderer(module.name) for module in iter_modules(__path__) if not module.ispkg}

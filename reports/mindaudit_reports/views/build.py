"""From an audit to a report: spans become lines and columns, notebooks' cells get paths of their own, source is kept or left out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from pathlib import PurePath

from mindaudit.model import Audit, FileAudit, Finding, Hazard, Lines, Problem, Span, Suppressed, ThirdParty
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import (
    AcceptedRow,
    FileRow,
    HazardRow,
    MitigationRow,
    ProblemRow,
    Report,
    ThirdPartyRow,
    UsageRow,
    file_of,
)
from mindaudit_reports.views.summary import summarize

MINDSPORE = re.compile(r"^[ \t]*(?:import|from)[ \t]+mindspore\b", re.MULTILINE)


def as_report(audit: Audit | Report, options: Options) -> Report:
    """The report of an audit or report. With `no_source`, source text is removed; names of APIs, files and functions stay."""
    report = audit if isinstance(audit, Report) else replace(_from_audit(audit), effort=options.effort)
    return without_source(report) if options.no_source else report


def without_source(report: Report) -> Report:
    """The same report without any text of the audited code: names of APIs, files and functions stay."""
    return replace(
        report,
        usages=tuple(_bare_usage(usage) for usage in report.usages),
        hazards=tuple(_bare_hazard(hazard) for hazard in report.hazards),
        accepted=tuple(map(_bare_accepted, report.accepted)),
        sources={},
    )


def _bare_accepted(accepted: AcceptedRow) -> AcceptedRow:
    usage, hazard = accepted.usage and _bare_usage(accepted.usage), accepted.hazard and _bare_hazard(accepted.hazard)
    return AcceptedRow(usage, hazard, accepted.reason)


def _bare_usage(usage: UsageRow) -> UsageRow:
    return replace(usage, written="", substitution=None, reason=_unquoted(usage.reason))


def _bare_hazard(hazard: HazardRow) -> HazardRow:
    mending = hazard.mitigation and MitigationRow(_unquoted(hazard.mitigation.text), text_zh=_unquoted(hazard.mitigation.text_zh))
    return replace(hazard, message=_unquoted(hazard.message), message_zh=_unquoted(hazard.message_zh), mitigation=mending)


def _unquoted(text: str) -> str:
    """Replaces code between backticks by an ellipsis."""
    return re.sub(r"`[^`]*`", "…", text)


def _from_audit(audit: Audit) -> Report:
    places = [_Places(file) for file in audit.files]
    files = tuple(FileRow(file.path, file.status, _problem(file), bool(MINDSPORE.search(file.text))) for file in audit.files)
    usages = tuple(_usage(at, finding) for at in places for finding in at.file.findings)
    accepted = tuple(_accepted(at, row) for at in places for row in at.file.suppressed)
    return Report(
        root=audit.root,
        target=audit.target,
        tool_version=audit.tool_version,
        data_version=audit.data_version,
        summary=summarize(files, (*usages, *(each.usage for each in accepted if each.usage))),
        files=files,
        usages=usages,
        third_party=tuple(_third_party(at, row) for at in places for row in at.file.third_party),
        hazards=tuple(_hazard(at, row) for at in places for row in at.file.hazards),
        stamp=audit.stamp,
        accepted=accepted,
        sources=_Sources(places),
        problems=tuple(row for at in places for row in _problems(at)),
        project=PurePath(audit.folder.replace("\\", "/")).name,
        made=audit.made,
        commit=audit.commit,
    )


def _problems(at: _Places) -> Iterator[ProblemRow]:
    """All that keeps a file from being audited whole, at the lines of a notebook's cells."""
    for each in dict.fromkeys((*((at.file.problem,) if at.file.problem else ()), *at.file.gave_up)):
        yield ProblemRow(at.file.path, each.code, each.message, each.line)


def _problem(file: FileAudit) -> Problem | None:
    """The file's problem, or the first place where the analysis gave up in it."""
    if file.problem or not file.gave_up:
        return file.problem
    first, more = file.gave_up[0], len(file.gave_up) - 1
    return replace(first, message=f"{first.message} (and {more} more in this file)") if more else first


@dataclass
class _Places:
    """Where the spans of one file are."""

    file: FileAudit

    @cached_property
    def lines(self) -> Lines:
        return Lines.of(self.file.text)

    @cached_property
    def cell_starts(self) -> list[int]:
        return [cell.first_line for cell in self.file.cells]

    def of(self, span: Span) -> tuple[str, int, int, int, int]:
        """Path, line, column, end line and end column, inside the cell for a notebook."""
        (line, column), (end_line, end_column) = self.lines.position(span[0]), self.lines.position(span[1])
        index = bisect_right(self.cell_starts, line) - 1
        if index < 0:
            return self.file.path, line, column, end_line, end_column
        cell = self.file.cells[index]
        above = cell.first_line - 1
        return f"{self.file.path}#cell{cell.number}", line - above, column, end_line - above, end_column

    @cached_property
    def sources(self) -> dict[str, dict[int, str]]:
        """The lines of the file, or of each cell, by the path that rows give and by number."""
        starts = self.lines.starts
        lines = tuple(self.file.text[start:end].rstrip("\r\n") for start, end in zip(starts, (*starts[1:], None), strict=True))
        if not self.file.cells:
            return {self.file.path: dict(enumerate(lines, 1))}
        ends = [*self.cell_starts[1:], len(lines) + 1]
        pairs = zip(self.file.cells, ends, strict=True)
        cells = ((cell.number, lines[cell.first_line - 1 : end - 1]) for cell, end in pairs)
        return {f"{self.file.path}#cell{number}": dict(enumerate(inside, 1)) for number, inside in cells}


class _Sources(Mapping[str, Mapping[int, str]]):
    """The lines of each path. They are split when somebody asks, since few formats show any."""

    def __init__(self, places: Sequence[_Places]) -> None:
        self._places = {at.file.path: at for at in places}

    def __getitem__(self, path: str) -> Mapping[int, str]:
        return self._places[file_of(path)].sources[path]

    def __iter__(self) -> Iterator[str]:
        return (path for at in self._places.values() for path in at.sources)

    def __len__(self) -> int:
        return sum(max(1, len(at.file.cells)) for at in self._places.values())


def _usage(at: _Places, finding: Finding) -> UsageRow:
    usage = finding.usage
    start, end = usage.span
    return UsageRow(*at.of(usage.span), *_OF_USAGE(usage), at.file.text[start:end], usage.certainty, usage.context, *_OF_FINDING(finding))


# in the order of UsageRow: there are many rows, and naming each field takes half as long again
_OF_USAGE = attrgetter("function", "kind", "torch_name", "alternatives")
_OF_FINDING = attrgetter(
    "verdict", "code", "mindspore_name", "substitution", "imports", "recipe", "differences", "reason", "evidence", "severity"
)

_OF_MITIGATION = attrgetter("text", "code", "text_zh")


def _hazard(at: _Places, hazard: Hazard) -> HazardRow:
    return HazardRow(
        *at.of(hazard.span),
        function=hazard.function,
        code=hazard.code,
        certainty=hazard.certainty,
        cause=hazard.cause,
        severity=hazard.severity,
        context=hazard.context,
        message=hazard.message,
        mitigation=MitigationRow(*_OF_MITIGATION(hazard.mitigation)) if hazard.mitigation else None,
        call_path=hazard.call_path,
        message_zh=hazard.message_zh,
    )


def _accepted(at: _Places, row: Suppressed) -> AcceptedRow:
    if isinstance(row.result, Finding):
        return AcceptedRow(_usage(at, row.result), None, row.reason)
    return AcceptedRow(None, _hazard(at, row.result), row.reason)


def _third_party(at: _Places, row: ThirdParty) -> ThirdPartyRow:
    return ThirdPartyRow(*at.of(row.span), name=row.name, substitute=row.substitute)

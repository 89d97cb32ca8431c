"""Findings as code-review tools want them: a code, a level, a sentence and a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import join, normpath

from mindaudit.model import Severity
from mindaudit_reports.views.identity import identify
from mindaudit_reports.views.report import HazardRow, Report, ThirdPartyRow, UsageRow, file_of

LEVELS: dict[str, Severity] = {
    "MA101": "error",
    "MA102": "warning",
    "MA103": "note",
    "MA104": "warning",
    "MA105": "warning",
    "MA106": "note",
}
"""Of findings; hazards have a severity of their own."""


@dataclass(frozen=True, slots=True)
class Region:
    """Where in a file; of a notebook, the place inside the cell is of no use to these tools."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to look at."""

    code: str
    level: Severity
    message: str
    file: str
    """From the folder in which the scan ran, which is the repository's in a pipeline."""
    region: Region | None
    function: str
    identity: str
    """The same after edits elsewhere."""
    call_path: tuple[str, ...] = ()
    accepted: str | None = None
    """The reason given by the comment that accepts it."""


def results(report: Report) -> list[Result]:
    """Everything that has a code, by file and position, what comments accept included."""
    rows: list[tuple[UsageRow | HazardRow | ThirdPartyRow, str | None]] = [(row, None) for row in report.usages if row.code]
    rows += [(row, None) for row in report.hazards]
    rows += [(row, None) for row in report.third_party]
    rows += [(accepted.row, accepted.reason) for accepted in report.accepted]
    names = identify(row for row, _ in rows)
    found = [_result(report, row, name, accepted) for (row, accepted), name in zip(rows, names, strict=True)]
    return sorted([*found, *_problems(report)], key=_place)


def _result(report: Report, row: UsageRow | HazardRow | ThirdPartyRow, name: str, accepted: str | None) -> Result:
    file = located(report, row.path)
    region = Region(row.line, row.column, row.end_line, row.end_column) if "#cell" not in row.path else None
    if isinstance(row, HazardRow):
        return Result(row.code, row.severity, _hazard_message(row), file, region, row.function, name, row.call_path, accepted)
    if isinstance(row, UsageRow):
        code = row.code or ""
        return Result(code, LEVELS.get(code, "note"), _usage_message(row), file, region, row.function, name, accepted=accepted)
    message = f"{row.name} takes or gives tensors. {row.substitute}".rstrip()
    return Result("MA106", "note", message, file, region, "", name)


def _problems(report: Report) -> Iterator[Result]:
    for file in report.files:
        if file.problem:
            line = file.problem.line
            region = Region(line, 1, line, 1) if line else None
            level: Severity = "warning" if file.status == "problem" else "note"
            yield Result(
                file.problem.code, level, file.problem.message, located(report, file.path), region, "", f"{file.problem.code} {file.path}"
            )


def _usage_message(usage: UsageRow) -> str:
    target = f" → {usage.mindspore_name}" if usage.mindspore_name else ""
    return f"{usage.torch_name}{target}: {usage.reason}" if usage.reason else f"{usage.torch_name}{target}"


def _hazard_message(hazard: HazardRow) -> str:
    return f"{hazard.message} {hazard.mitigation.text}" if hazard.mitigation else hazard.message


def located(report: Report, path: str) -> str:
    """A row's file as seen from where the scan ran; an absolute root says nothing about a repository and is left out."""
    root = report.root.replace("\\", "/")
    inside = not root.startswith(("/", "..")) and ":" not in root
    return normpath(join(root, file_of(path))) if inside and root not in {"", "."} else file_of(path)


def _place(result: Result) -> tuple[str, int, int, str, str]:
    region = result.region
    return result.file, region.line if region else 0, region.column if region else 0, result.code, result.identity

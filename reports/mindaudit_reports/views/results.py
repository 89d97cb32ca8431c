"""Findings as code-review tools want them: a code, a level, a sentence and a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from posixpath import join, normpath

from mindaudit.model import SEVERITIES, Context, Severity, is_substitute
from mindaudit_reports.views.identity import identify
from mindaudit_reports.views.options import Selection
from mindaudit_reports.views.report import HazardRow, Report, ThirdPartyRow, UsageRow, file_of
from mindaudit_reports.views.texts import Text, joined, sentence, text

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
class Fix:
    """What to write in place of the region; sure enough to be offered as it is."""

    code: str
    imports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to look at."""

    code: str
    level: Severity
    message: Text
    file: str
    """From the folder in which the scan ran, which is the repository's in a pipeline."""
    region: Region | None
    path: str
    """As rows have it, with a notebook's cell."""
    line: int
    column: int
    """Inside the cell of a notebook; 1 and 1 for a whole file."""
    function: str
    identity: str
    """The same after edits elsewhere."""
    call_path: tuple[str, ...] = ()
    accepted: str | None = None
    """The reason given by the comment that accepts it."""
    context: Context = "unknown"
    fix: Fix | None = None


def results(report: Report, selection: Selection | None = None) -> list[Result]:
    """Everything that has a code and is selected, by file and position, what comments accept included."""
    rows: list[tuple[UsageRow | HazardRow | ThirdPartyRow, str | None]] = [(row, None) for row in report.usages if row.code]
    rows += [(row, None) for row in report.hazards]
    rows += [(row, None) for row in report.third_party]
    rows += [(accepted.row, accepted.reason) for accepted in report.accepted]
    names = identify(row for row, _ in rows)
    found = [_result(report, row, name, accepted) for (row, accepted), name in zip(rows, names, strict=True)]
    chosen = selection or Selection()
    return sorted((each for each in [*found, *_problems(report)] if chosen.takes(each.code, each.level)), key=_place)


def still_open(found: Iterable[Result]) -> list[Result]:
    """The results that no comment accepts."""
    return [result for result in found if result.accepted is None]


def worst(found: Iterable[Result], most: int) -> list[Result]:
    """The results to look at first: by level, then what runs in a network, then by place; none that a comment accepts."""
    return sorted(still_open(found), key=lambda result: (SEVERITIES.index(result.level), result.context != "network"))[:most]


def _result(report: Report, row: UsageRow | HazardRow | ThirdPartyRow, name: str, accepted: str | None) -> Result:
    code, level, message = _said(row)
    return Result(
        code,
        level,
        message,
        file=located(report, row.path),
        region=Region(row.line, row.column, row.end_line, row.end_column) if "#cell" not in row.path else None,
        path=row.path,
        line=row.line,
        column=row.column,
        function="" if isinstance(row, ThirdPartyRow) else row.function,
        identity=name,
        call_path=row.call_path if isinstance(row, HazardRow) else (),
        accepted=accepted,
        context="unknown" if isinstance(row, ThirdPartyRow) else row.context,
        fix=_fix(row) if isinstance(row, UsageRow) else None,
    )


def _fix(usage: UsageRow) -> Fix | None:
    """The substitution of a name that is certain, where it changes anything and nothing around it."""
    if usage.substitution in (None, usage.written) or usage.certainty != "certain" or not is_substitute(usage.differences):
        return None
    return Fix(usage.substitution, usage.imports)


def _said(row: UsageRow | HazardRow | ThirdPartyRow) -> tuple[str, Severity, Text]:
    """Code, level and message."""
    if isinstance(row, HazardRow):
        return row.code, row.severity, _hazard_message(row)
    if isinstance(row, UsageRow):
        return row.code or "", row.severity or LEVELS.get(row.code or "", "note"), _usage_message(row)
    return "MA106", LEVELS["MA106"], joined([text("third.call", name=row.name), *_sentences(row.known)], " ", "")


def _problems(report: Report) -> Iterator[Result]:
    statuses = {file.path: file.status for file in report.files}
    for number, row in enumerate(report.problems):
        first = number == 0 or report.problems[number - 1].path != row.path
        region = Region(row.line, 1, row.line, 1) if row.line else None
        level: Severity = "warning" if statuses.get(row.path) == "problem" else "note"
        name = f"{row.code} {row.path}" if first else f"{row.code} {row.path} {row.message} {row.line}"
        where = located(report, row.path)
        yield Result(row.code, level, row.said, where, region, row.path, row.line or 1, 1, "", name)


def _usage_message(usage: UsageRow) -> Text:
    target = f" → {usage.mindspore_name}" if usage.mindspore_name else ""
    name = f"{usage.torch_name}{target}"
    return Text(f"{name}: {usage.said.en}", f"{name}：{usage.said.zh}") if usage.reason else Text(name, name)


def _hazard_message(hazard: HazardRow) -> Text:
    return joined([sentence(hazard.said), sentence(hazard.mending)], " ", "") if hazard.mitigation else sentence(hazard.said)


def _sentences(note: Text) -> list[Text]:
    """A note as a sentence; names keep their case."""
    english = note.en[:1].upper() + note.en[1:] if note.en.split(" ")[0].isalpha() else note.en
    return [sentence(Text(english, note.zh))] if note.en else []


def located(report: Report, path: str) -> str:
    """A row's file as seen from where the scan ran; an absolute root says nothing about a repository and is left out."""
    root = report.root.replace("\\", "/")
    inside = not root.startswith(("/", "..")) and ":" not in root
    return normpath(join(root, file_of(path))) if inside and root not in {"", "."} else file_of(path)


def _place(result: Result) -> tuple[str, int, int, str, str]:
    region = result.region
    return result.file, region.line if region else 0, region.column if region else 0, result.code, result.identity

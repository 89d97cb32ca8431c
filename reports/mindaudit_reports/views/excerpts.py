"""Short pieces of source around a row, with the part that the row is about marked."""

from __future__ import annotations

from dataclasses import dataclass

from mindaudit.output.clean import visible
from mindaudit_reports.views.report import HazardRow, Report, ThirdPartyRow, UsageRow

LINES = 8
BEFORE, MARKED, AFTER = 80, 400, 80
"""At most so many characters of each part on very long lines."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Source text in three parts; the middle one is what the row is about."""

    before: str
    marked: str
    after: str


def excerpt(report: Report, row: UsageRow | HazardRow | ThirdPartyRow) -> Excerpt | None:
    """The lines of a row without their common indentation; without source, what the row itself says is written there."""
    lines = report.sources.get(row.path, {})
    block = [lines[line] for line in shown_lines(row) if line in lines]
    if not block:
        written = row.written if isinstance(row, UsageRow) else ""
        return _cut("", written, "") if written else None
    last = row.line + len(block) - 1
    end = row.end_column - 1 if last == row.end_line else len(block[-1])
    first, final = block[0][: row.column - 1], block[-1][end:]
    block[-1] = block[-1][:end]
    block[0] = block[0][row.column - 1 :]
    indent = len(first) - len(first.lstrip())
    more = ["…"] if last < row.end_line else []
    return _cut(first[indent:], "\n".join([block[0], *(_dedent(line, indent) for line in block[1:]), *more]), final)


def shown_lines(row: UsageRow | HazardRow | ThirdPartyRow) -> range:
    """The lines that an excerpt of a row is made from."""
    return range(row.line, min(row.end_line, row.line + LINES - 1) + 1)


def pulled_left(code: str) -> str:
    """Code of several lines without the indentation that those after the first have in common."""
    first, *rest = code.split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in rest if line.strip()), default=0)
    return "\n".join([first, *(line[indent:] for line in rest)])


def _dedent(line: str, indent: int) -> str:
    return line[min(indent, len(line) - len(line.lstrip())) :]


def _cut(before: str, marked: str, after: str) -> Excerpt:
    return Excerpt(
        visible(before if len(before) <= 2 * BEFORE else "…" + before[-BEFORE:]),
        visible(marked if len(marked) <= 2 * MARKED else marked[:MARKED] + "…"),
        visible(after if len(after) <= 2 * AFTER else after[:AFTER] + "…"),
    )

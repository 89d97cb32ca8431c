"""Annotations for GitHub workflows, worst first, since a step shows only the first ten errors and ten warnings.

The commands and their escapes: https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
"""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.model import SEVERITIES
from mindaudit.output.clean import visible
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import Result, results, still_open
from mindaudit_reports.views.texts import code_title, say

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
ROUTINE = frozenset({"MA103", "MA106"})
"""Codes of which a project has thousands, all with their remedy known: for the report, not for a review."""


class GitHub(Format):
    """One annotation per result."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """One line for each open result of the last target, without the codes in ROUTINE."""
        found = [result for result in still_open(results(reports[-1], options.selection)) if result.code not in ROUTINE]
        ordered = sorted(found, key=lambda result: SEVERITIES.index(result.level))
        return "".join(f"{_line(result, options)}\n" for result in ordered)


FORMAT = GitHub()


def _line(result: Result, options: Options) -> str:
    title = code_title(result.code, options.rules, result.message.en).of(options.lang)
    message = result.message.of(options.lang)
    if "#cell" in result.path:
        message = say("cell.place", options.lang, cell=result.path.partition("#cell")[2], line=result.line) + message
    properties = {"file": result.file, **_region(result), "title": f"{result.code} {title}"}
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{COMMANDS[result.level]} {written}::{_data(message)}"


def _region(result: Result) -> dict[str, int]:
    """The place of a result; columns are given for one line only, where GitHub uses them."""
    region = result.region
    if region is None:
        return {}
    if region.line != region.end_line:
        return {"line": region.line, "endLine": region.end_line}
    return {"line": region.line, "endLine": region.end_line, "col": region.column, "endColumn": region.end_column}


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

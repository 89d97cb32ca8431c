"""One line per result, as linters for Python write them: `path:line:column CODE severity message`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from posixpath import join, normpath

from mindaudit.model import SEVERITIES, Severity
from mindaudit.output.clean import one_line
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import Result, results, still_open
from mindaudit_reports.views.texts import code_title, say

BOLD, CYAN, RESET = "\x1b[1m", "\x1b[36m", "\x1b[0m"
COLORS: dict[Severity, str] = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;34m"}


class Concise(Format):
    """One line per result, or one line per code with how often it is there."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """The results of the last target by file and position; those that comments accept are left out."""
        report = reports[-1]
        found = still_open(results(report, options.selection))
        lines = _counted(found, options) if options.statistics else (line(report, result, options) for result in found)
        return "".join(f"{each}\n" for each in lines)


FORMAT = Concise()


def line(report: Report, result: Result, options: Options) -> str:
    """One result."""
    place, level = one_line(f"{_path(report, result.path)}:{result.line}:{result.column}"), say(f"severity.{result.level}", options.lang)
    message = one_line(result.message.of(options.lang))
    if not options.color:
        return f"{place} {result.code} {level} {message}"
    path, at, position = place.rpartition(f":{result.line}:")
    where = f"{BOLD}{path}{RESET}{CYAN}{at}{position}{RESET}"
    return f"{where} {COLORS[result.level]}{result.code}{RESET} {level} {message}"


def _path(report: Report, path: str) -> str:
    """The path from where the scan ran, so that a terminal or editor opens it."""
    root = report.root.replace("\\", "/")
    whole = normpath(join(root, path)) if root not in {"", "."} else path
    # a line that begins with two colons is a command to GitHub's runner
    return f"./{whole}" if whole.lstrip().startswith("::") else whole


def _counted(found: Iterable[Result], options: Options) -> list[str]:
    """How often each code is there, most often first."""
    by_code: dict[str, list[Result]] = {}
    for result in found:
        by_code.setdefault(result.code, []).append(result)
    rows = sorted(by_code.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    width = max((len(str(len(some))) for _, some in rows), default=0)
    return [_count(code, some, width, options) for code, some in rows]


def _count(code: str, some: Sequence[Result], width: int, options: Options) -> str:
    level = min((result.level for result in some), key=SEVERITIES.index)
    title = one_line(code_title(code, options.rules, some[0].message.en).of(options.lang))
    colored = f"{COLORS[level]}{code}{RESET}" if options.color else code
    return f"{len(some):>{width}} {colored} {say(f'severity.{level}', options.lang)} {title}"

"""JUnit's XML, which every build server draws: a file is a suite, what stops or slows it a failed case, a file without any a passed one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from markupsafe import Markup

from mindaudit.output.clean import cell_text, one_line
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.headline import named
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import Result, located, results

CASE = Markup('  <testcase classname="{file}" name="{name}"')
SKIPPED = Markup('<skipped message="{0}"/>')
FAILURE = Markup('<failure type="{0}" message="{1}">{2}</failure>')
OUTPUT = Markup("<system-out>{0}</system-out>")
COUNTS = Markup('<{tag} name="{name}" tests="{tests}" failures="{failures}" errors="0"{more}>')


@dataclass(frozen=True, slots=True)
class _Case:
    """A test case as it is written."""

    written: Markup
    failed: bool = False
    skipped: bool = False


class JUnit(Format):
    """A suite a file."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """The results of the last target; notes are no failures, and what comments accept is skipped."""
        report = reports[-1]
        found: dict[str, list[Result]] = {located(report, file.path): [] for file in report.files}
        for result in results(report, options.selection):
            found.setdefault(result.file, []).append(result)
        suites = {file: _cases(file, some, options) for file, some in found.items()}
        lines = ['<?xml version="1.0" encoding="utf-8"?>']
        lines.append(_head("testsuites", f"mindaudit {named(report)}", list(chain.from_iterable(suites.values()))))
        for file, cases in suites.items():
            skipped = Markup(' skipped="{0}"').format(sum(case.skipped for case in cases))
            lines += [f" {_head('testsuite', file, cases, skipped)}", *(case.written for case in cases), " </testsuite>"]
        return "\n".join([*lines, "</testsuites>"]) + "\n"


FORMAT = JUnit()


def _cases(file: str, found: Iterable[Result], options: Options) -> list[_Case]:
    """A case a result; of a file without any a single one."""
    return [_case(file, result, options) for result in found] or [_Case(CASE.format(file=_clean(file), name="mindaudit") + Markup("/>"))]


def _case(file: str, result: Result, options: Options) -> _Case:
    place = f"{result.path.partition('#')[2]}:{result.line}:{result.column}".lstrip(":")
    head = CASE.format(file=_clean(file), name=_clean(f"{result.code} {place}"))
    message = _clean(result.message.of(options.lang))
    failed = result.accepted is None and result.level != "note"
    if result.accepted is not None:
        inside = SKIPPED.format(_clean(result.accepted))
    elif failed:
        inside = FAILURE.format(result.level, message, f"{_clean(file)}:{place} {result.code} {message}")
    else:
        inside = OUTPUT.format(message)
    return _Case(Markup("{0}>{1}</testcase>").format(head, inside), failed, result.accepted is not None)


def _head(tag: str, name: str, cases: Sequence[_Case], more: str = "") -> str:
    """The opening tag of cases, with how they went; build servers take further counts of suites alone."""
    return COUNTS.format(tag=tag, name=_clean(name), tests=len(cases), failures=sum(case.failed for case in cases), more=more)


def _clean(text: str) -> str:
    return cell_text(one_line(text))

"""JUnit's XML, which every build server draws: a file is a suite, what stops or slows it a failed case, a file without any a passed one."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mindaudit_reports.views.clean import cell_text, one_line
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.headline import named
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import Result, located, results


class JUnit(Format):
    """A suite a file."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """The results of the last target; notes are no failures, and what comments accept is skipped."""
        report = reports[-1]
        found: dict[str, list[Result]] = {located(report, file.path): [] for file in report.files}
        for result in results(report, options.selection):
            found.setdefault(result.file, []).append(result)
        root = Element("testsuites", name=_attribute(f"mindaudit {named(report)}"))
        for file, some in found.items():
            _suite(root, file, some, options)
        _count(root, [case for suite in root for case in suite])
        indent(root, " ")
        return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


FORMAT = JUnit()


def _suite(root: Element, file: str, found: Sequence[Result], options: Options) -> None:
    suite = SubElement(root, "testsuite", name=_attribute(file))
    for result in found:
        place = f"{result.path.partition('#')[2]}:{result.line}:{result.column}".lstrip(":")
        case = SubElement(suite, "testcase", classname=_attribute(file), name=_attribute(f"{result.code} {place}"))
        message = cell_text(one_line(result.message.of(options.lang)))
        if result.accepted is not None:
            SubElement(case, "skipped", message=_attribute(result.accepted))
        elif result.level != "note":
            SubElement(case, "failure", type=result.level, message=message).text = f"{_attribute(file)}:{place} {result.code} {message}"
        else:
            SubElement(case, "system-out").text = message
    if not found:
        SubElement(suite, "testcase", classname=_attribute(file), name="mindaudit")
    _count(suite, list(suite))


def _count(element: Element, cases: Sequence[Element]) -> None:
    """Say how many cases an element has, and how they went."""
    numbers = {"tests": len(cases), "errors": 0}
    numbers |= {name: sum(case.find(tag) is not None for case in cases) for name, tag in (("failures", "failure"), ("skipped", "skipped"))}
    for name, number in numbers.items():
        element.set(name, str(number))


def _attribute(text: str) -> str:
    return cell_text(one_line(text))

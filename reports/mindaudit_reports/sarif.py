"""SARIF 2.1.0 for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.

One run a target. Fingerprints follow the code around a result, not its line, so that edits elsewhere raise no new alerts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from mindaudit_reports.views.clean import visible
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import LEVELS, Region, Result, results
from mindaudit_reports.views.texts import code_title, say

LONGEST = 4000
"""Characters of a message."""


class Sarif(Format):
    """A log for code scanning."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """A log with one run a target."""
        log = {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [_run(report, options) for report in reports],
        }
        return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


FORMAT = Sarif()


def _run(report: Report, options: Options) -> dict[str, Any]:
    found = results(report, options.selection)
    codes = sorted({result.code for result in found})
    target = report.target
    return {
        "tool": {"driver": {"name": "mindaudit", "version": report.tool_version, "rules": [_rule(code, found, options) for code in codes]}},
        "automationDetails": {"id": f"mindaudit/{target.mindspore}-{target.mode}-{target.backend}/"},
        "invocations": [{"executionSuccessful": True}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, codes) for result in found],
        "properties": {"readiness": report.summary.readiness, "sites": report.summary.sites, "mappingData": report.data_version},
    }


def _rule(code: str, found: Sequence[Result], options: Options) -> dict[str, Any]:
    own = [result for result in found if result.code == code]
    title = visible(code_title(code, options.rules, own[0].message).of(options.lang))
    page = options.rules[code].help if code in options.rules else ""
    return {
        "id": visible(code),
        "name": code,
        "shortDescription": {"text": title},
        "help": {"text": page or title, "markdown": page or title},
        "defaultConfiguration": {"level": LEVELS.get(code, own[0].level)},
        "properties": {"tags": ["migration", say(f"codes.{code[:3]}", "en").lower()]},
    }


def _result(result: Result, codes: Sequence[str]) -> dict[str, Any]:
    written: dict[str, Any] = {
        "ruleId": result.code,
        "ruleIndex": codes.index(result.code),
        "level": result.level,
        "message": {"text": visible(result.message)[:LONGEST]},
        "locations": [_location(result)],
        "partialFingerprints": {"primaryLocationLineHash": f"{result.identity}:1"},
    }
    if result.call_path:
        written["codeFlows"] = [{"threadFlows": [{"locations": [{"location": step} for step in _steps(result)]}]}]
    if result.accepted is not None:
        written["suppressions"] = [{"kind": "inSource", "justification": visible(result.accepted)}]
    return written


def _location(result: Result) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(result.file, errors="backslashreplace"), "uriBaseId": "%SRCROOT%"}}
    if result.region:
        place["region"] = _region(result.region)
    names = {"logicalLocations": [{"fullyQualifiedName": visible(result.function), "kind": "function"}]} if result.function else {}
    return {"physicalLocation": place, **names}


def _region(region: Region) -> dict[str, int]:
    return {"startLine": region.line, "startColumn": region.column, "endLine": region.end_line, "endColumn": region.end_column}


def _steps(result: Result) -> list[dict[str, Any]]:
    """The functions from the network's forward to the place; only the last one's position is known."""
    names = [visible(name) for name in result.call_path]
    ways = [{"logicalLocations": [{"fullyQualifiedName": name, "kind": "function"}], "message": {"text": name}} for name in names]
    return [*ways, {**_location(result), "message": {"text": visible(result.message)[:LONGEST]}}]

"""SARIF 2.1.0 for code scanning: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.

One run per target. Fingerprints follow the code around a result, not its line, so that edits elsewhere raise no new alerts.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from mindaudit.model import Target
from mindaudit.output.clean import visible
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.numbers import count
from mindaudit_reports.views.options import Options, Rule
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import LEVELS, Fix, Region, Result, results
from mindaudit_reports.views.texts import code_title, say

MOST = 1000
"""Results beyond which notes are left out unless a level is asked for: services take only so many, and show the first."""
LONGEST = 4000
"""Characters of a message."""


class Sarif(Format):
    """A log for code scanning."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """A log with one run per target."""
        log = {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [_run(report, options) for report in reports],
        }
        return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


FORMAT = Sarif()


def _run(report: Report, options: Options) -> dict[str, Any]:
    every = results(report, options.selection)
    found = every if len(every) <= MOST or options.selection.lowest else [result for result in every if result.level != "note"]
    codes = sorted({result.code for result in found})
    target = report.target
    site = {"informationUri": options.site} if options.site else {}
    rules = [_rule(code, found, options) for code in codes]
    return {
        "tool": {"driver": {"name": "mindaudit", "version": report.tool_version, **site, "rules": rules}},
        "automationDetails": {"id": f"mindaudit/{target.mindspore}-{target.mode}-{target.backend}{_level(target)}/"},
        "invocations": [{"executionSuccessful": True, **_left_out(len(every) - len(found), options)}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, codes, options) for result in found],
        "properties": {"readiness": report.summary.readiness, "sites": report.summary.sites, "mappingData": report.data_version},
    }


def _level(target: Target) -> str:
    """The level of syntax behind a target's name; "" for MindSpore's own default."""
    return f"-{target.syntax}" if target.syntax != Target().syntax else ""


def _left_out(number: int, options: Options) -> dict[str, Any]:
    """A notification about results that are left out; nothing if none is."""
    told = say("sarif.left.out", options.lang, count=count(number))
    return {"toolExecutionNotifications": [{"level": "note", "message": {"text": told}}]} if number else {}


def _rule(code: str, found: Sequence[Result], options: Options) -> dict[str, Any]:
    own = [result for result in found if result.code == code]
    title = visible(code_title(code, options.rules, own[0].message.en).of(options.lang))
    rule = options.rules.get(code, Rule(code, title))
    page, address = (rule.help_zh, rule.url_zh) if options.lang == "zh" else (rule.help, rule.url)
    return {
        "id": visible(code),
        "name": code,
        "shortDescription": {"text": title},
        "help": {"text": page or title, "markdown": page or title},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": LEVELS.get(code, own[0].level)},
        "properties": {"tags": ["migration", say(f"codes.{code[:3]}", "en").lower()]},
    }


def _result(result: Result, codes: Sequence[str], options: Options) -> dict[str, Any]:
    written: dict[str, Any] = {
        "ruleId": result.code,
        "ruleIndex": codes.index(result.code),
        "level": result.level,
        "message": {"text": _message(result, options)},
        "locations": [_location(result)],
        "partialFingerprints": {"primaryLocationLineHash": f"{result.identity}:1"},
    }
    if result.call_path:
        written["codeFlows"] = [{"threadFlows": [{"locations": [{"location": step} for step in _steps(result, options)]}]}]
    if result.accepted is not None:
        written["suppressions"] = [{"kind": "inSource", "justification": visible(result.accepted)}]
    if result.fix and result.region:
        written["fixes"] = [_fix(result, result.fix, result.region, options)]
    return written


def _message(result: Result, options: Options) -> str:
    return visible(result.message.of(options.lang))[:LONGEST]


def _fix(result: Result, fix: Fix, region: Region, options: Options) -> dict[str, Any]:
    """One replacement; the imports that it needs are described, since the user decides where to put them."""
    imports = say("fix.imports", options.lang, imports="; ".join(fix.imports)) if fix.imports else say("fix", options.lang)
    change = {"deletedRegion": _region(region), "insertedContent": {"text": visible(fix.code)}}
    return {
        "description": {"text": visible(imports)},
        "artifactChanges": [{"artifactLocation": _artifact(result), "replacements": [change]}],
    }


def _location(result: Result) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _artifact(result)}
    if result.region:
        place["region"] = _region(result.region)
    names = {"logicalLocations": [{"fullyQualifiedName": visible(result.function), "kind": "function"}]} if result.function else {}
    return {"physicalLocation": place, **names}


def _artifact(result: Result) -> dict[str, str]:
    return {"uri": quote(result.file, errors="backslashreplace"), "uriBaseId": "%SRCROOT%"}


def _region(region: Region) -> dict[str, int]:
    return {"startLine": region.line, "startColumn": region.column, "endLine": region.end_line, "endColumn": region.end_column}


def _steps(result: Result, options: Options) -> list[dict[str, Any]]:
    """The functions from the network's forward to the place; only the last one's position is known."""
    names = [visible(name) for name in result.call_path]
    ways = [{"logicalLocations": [{"fullyQualifiedName": name, "kind": "function"}], "message": {"text": name}} for name in names]
    return [*ways, {**_location(result), "message": {"text": _message(result, options)}}]

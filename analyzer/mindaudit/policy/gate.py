"""The gate: the results of an audit that make a scan fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from mindaudit.config.fail_on import Gate
from mindaudit.model import SITE_KINDS, Audit, FileAudit, Finding, Hazard, Span
from mindaudit_data import in_chinese


class Stop(NamedTuple):
    """One result that fails the scan."""

    file: FileAudit
    span: Span | None
    """None for a problem of the whole file."""
    code: str
    text: str


def stopped(audit: Audit, gate: Gate, lang: str = "en") -> Iterator[Stop]:
    """The results that the gate stops, file by file, worded in a language."""
    chinese = lang == "zh"
    for file in audit.files:
        for problem in (file.problem, *file.gave_up):
            if problem and gate.stops(problem.code):
                yield Stop(file, None, problem.code, in_chinese(problem.message) if chinese else problem.message)
        for finding in file.findings:
            if _stops(gate, finding):
                yield Stop(file, finding.usage.span, finding.code or finding.verdict, _said(finding, chinese))
        for hazard in file.hazards:
            if _stops(gate, hazard):
                yield Stop(file, hazard.span, hazard.code, hazard.message_zh or hazard.message if chinese else hazard.message)
        for call in file.third_party:
            if gate.stops("MA106"):
                yield Stop(file, call.span, "MA106", f"{call.name} {'输入或输出张量' if chinese else 'takes or gives tensors'}")


def _said(finding: Finding, chinese: bool) -> str:
    name = finding.usage.torch_name
    return f"{name}：{in_chinese(finding.reason)}" if chinese else f"{name}: {finding.reason}"


def _stops(gate: Gate, result: Finding | Hazard) -> bool:
    if isinstance(result, Hazard):
        return gate.stops(result.code, result.severity)
    return gate.stops(result.code, result.verdict, result.severity)


def narrowed(audit: Audit, gate: Gate) -> Audit:
    """The audit with only the findings and hazards that the gate stops."""

    def kept(file: FileAudit) -> FileAudit:
        findings = tuple(finding for finding in file.findings if _stops(gate, finding))
        return replace(file, findings=findings, hazards=tuple(hazard for hazard in file.hazards if _stops(gate, hazard)))

    return replace(audit, files=tuple(map(kept, audit.files)))


def readiness(audit: Audit) -> float:
    """The share of sites, without those out of scope, that one MindSpore API serves; 1 if there are none. Accepted ones count."""
    findings = [*chain.from_iterable((*file.findings, *(each.result for each in file.suppressed)) for file in audit.files)]
    verdicts = [each.verdict for each in findings if isinstance(each, Finding) and each.usage.kind in SITE_KINDS]
    scope = len(verdicts) - verdicts.count("out-of-scope")
    return (verdicts.count("supported") + verdicts.count("equivalent")) / scope if scope else 1.0

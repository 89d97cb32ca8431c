"""The findings of a file as rewriting needs them: only what is applied goes into the substitutions around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mindaudit.classify import Table
from mindaudit.classify.judge import Judge
from mindaudit.classify.splice import innermost_first
from mindaudit.model import Finding, Target, Usage

_SURE = ("certain", "likely")
_LOST = "itself keeps its old value"
"""Ends the difference of an in-place call inside an expression: whether anything reads the old value is for a person to see."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which findings are applied."""

    only_supported: bool = False

    def applies(self, finding: Finding) -> bool:
        """Whether a finding is written as its substitution says."""
        verdicts = ("supported",) if self.only_supported else ("supported", "equivalent")
        usage = finding.usage
        if usage.kind == "import" or finding.substitution is None or any(each.endswith(_LOST) for each in finding.differences):
            return False
        return finding.verdict in verdicts and usage.certainty in _SURE


def judged(usages: Sequence[Usage], text: str, target: Target, table: Table, choice: Choice) -> list[Finding]:
    """One finding a usage, innermost first. A usage that is not applied stays as it is, with what is applied inside it."""
    judge = Judge(text, target, table, frozenset())
    findings = []
    for index in innermost_first(usages):
        usage = usages[index]
        finding, inner = judge.finding(usage), judge.splicer.render(usage.span)
        judge.keep(usage, finding)
        if not choice.applies(finding):
            judge.splicer.add(usage.span, inner)
        findings.append(finding)
    return findings

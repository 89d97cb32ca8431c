"""`--fail-on`: which results make a scan fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import get_args

from mindaudit.errors import unknown
from mindaudit.model import Audit, Severity, Verdict

WORDS = ("never", *get_args(Verdict), *get_args(Severity))
_CODE = re.compile(r"MA\d\d\d|MA\dxx", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Gate:
    """The verdicts, codes and severities that nothing may have."""

    words: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    """Whole codes, or the first three characters of a family such as MA2."""

    def stops(self, code: str | None, *words: str | None) -> bool:
        """Whether a result with this code, and this verdict or severity, fails the scan."""
        return not self.words.isdisjoint(words) or bool(code and (code in self.codes or code[:3] in self.codes))


def parse(names: Iterable[str]) -> Gate:
    """A gate from verdicts, severities, codes (MA203) and families (MA2xx). Raises UsageError for anything else."""
    words, codes = set(), set()
    for name in filter(None, (name.strip() for name in names)):
        if _CODE.fullmatch(name):
            codes.add(name.upper().removesuffix("XX"))
        elif name.lower() in WORDS:
            words.add(name.lower())
        else:
            raise unknown("--fail-on word", name, (*WORDS, "MA203", "MA2xx"))
    return Gate(frozenset(words - {"never"}), frozenset(codes))


def stopped(audit: Audit, gate: Gate) -> Iterator[str]:
    """What fails the scan: the code, verdict or severity of each result that the gate stops."""
    for file in audit.files:
        for problem in (file.problem, *file.gave_up):
            if problem and gate.stops(problem.code):
                yield problem.code
        for finding in file.findings:
            if gate.stops(finding.code, finding.verdict, finding.severity):
                yield finding.code or finding.verdict
        for hazard in file.hazards:
            if gate.stops(hazard.code, hazard.severity):
                yield hazard.code
        if gate.stops("MA106") and file.third_party:
            yield "MA106"


def readiness(audit: Audit) -> float:
    """The share of sites, without those out of scope, that one MindSpore API serves; 1 if there are none."""
    verdicts = [finding.verdict for file in audit.files for finding in file.findings]
    scope = len(verdicts) - verdicts.count("out-of-scope")
    return (verdicts.count("supported") + verdicts.count("equivalent")) / scope if scope else 1.0

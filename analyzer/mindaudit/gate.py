"""`--fail-on`: which results make a scan fail."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, get_args

from mindaudit.errors import unknown
from mindaudit.model import Audit, FileAudit, Severity, Span, Verdict

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


class Stop(NamedTuple):
    """One result that fails the scan."""

    file: FileAudit
    span: Span | None
    """None for a problem of the whole file."""
    code: str
    text: str


def stopped(audit: Audit, gate: Gate) -> Iterator[Stop]:
    """The results that the gate stops, file by file."""
    for file in audit.files:
        for problem in (file.problem, *file.gave_up):
            if problem and gate.stops(problem.code):
                yield Stop(file, None, problem.code, problem.message)
        for finding in file.findings:
            if gate.stops(finding.code, finding.verdict, finding.severity):
                yield Stop(file, finding.usage.span, finding.code or finding.verdict, f"{finding.usage.torch_name}: {finding.reason}")
        for hazard in file.hazards:
            if gate.stops(hazard.code, hazard.severity):
                yield Stop(file, hazard.span, hazard.code, hazard.message)
        for call in file.third_party:
            if gate.stops("MA106"):
                yield Stop(file, call.span, "MA106", f"{call.name} takes or gives tensors")


def readiness(audit: Audit) -> float:
    """The share of sites, without those out of scope, that one MindSpore API serves; 1 if there are none."""
    verdicts = [finding.verdict for file in audit.files for finding in file.findings]
    scope = len(verdicts) - verdicts.count("out-of-scope")
    return (verdicts.count("supported") + verdicts.count("equivalent")) / scope if scope else 1.0

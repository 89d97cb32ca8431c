"""The figures of a report, from its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from mindaudit_data import GRADES, VERDICTS, Grade
from mindaudit_reports.views.report import STATUSES, FileRow, Summary, UsageRow
from mindaudit_reports.views.sites import sites_among

READY = frozenset({"supported", "equivalent"})


def summarize(files: Sequence[FileRow], usages: Sequence[UsageRow]) -> Summary:
    """Count files by status and sites among the usages by verdict; shares have four digits."""
    counted = sites_among(usages)
    statuses = Counter(file.status for file in files)
    executed = sum(usage.evidence.grade.startswith("executed") for usage in counted)
    by_verdict = count_verdicts(counted)
    by_grade = count_grades(counted)
    return Summary(
        files={status: statuses[status] for status in STATUSES},  # type: ignore[index]
        sites=len(counted),
        by_verdict=by_verdict,
        readiness=readiness(by_verdict),
        executed_share=share(executed, len(counted)),
        by_grade=by_grade,
        evidence_weight=round(sum(GRADES[grade] * sites for grade, sites in by_grade.items()) / len(counted), 4) if counted else None,
        gradients_share=share(sum(usage.evidence.gradients for usage in counted), len(counted)),
    )


def count_grades(usages: Iterable[UsageRow]) -> dict[Grade, int]:
    """How many sites each grade of evidence has, the strongest first."""
    counts = Counter(usage.evidence.grade for usage in usages)
    return {grade: counts[grade] for grade in GRADES}


def count_verdicts(usages: Iterable[UsageRow]) -> dict[str, int]:
    """How many sites each verdict has, in the fixed order of verdicts."""
    counts = Counter(usage.verdict for usage in usages)
    return {verdict: counts[verdict] for verdict in VERDICTS}


def readiness(by_verdict: dict[str, int]) -> float | None:
    """Supported and equivalent among the sites in scope, unknown ones in the denominator."""
    in_scope = sum(by_verdict.values()) - by_verdict["out-of-scope"]
    return share(by_verdict["supported"] + by_verdict["equivalent"], in_scope)


def share(part: int, whole: int) -> float | None:
    """A share rounded to four digits; None if there is nothing. 1 and 0 mean all and none: other shares are clipped to 0.0001 to 0.9999."""
    if not whole:
        return None
    return float(part == whole) if part in (0, whole) else min(max(round(part / whole, 4), 0.0001), 0.9999)

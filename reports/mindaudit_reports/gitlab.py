"""GitLab's Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mindaudit.model import Severity
from mindaudit.output.clean import one_line, visible
from mindaudit_reports.views.format import Format
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.results import Result, results, still_open

SEVERITY: dict[Severity, str] = {"error": "critical", "warning": "major", "note": "info"}


class GitLab(Format):
    """One violation a result."""

    def render(self, reports: Sequence[Report], options: Options) -> str:
        """The results of the last target, without what comments accept."""
        found = still_open(results(reports[-1], options.selection))
        seen: Counter[str] = Counter()
        return json.dumps([_violation(result, seen, options) for result in found], ensure_ascii=False, indent=1) + "\n"


FORMAT = GitLab()


def _violation(result: Result, seen: Counter[str], options: Options) -> dict[str, Any]:
    """A violation; its fingerprint stays when lines above it change, and is unique in the report."""
    name = result.identity if not seen[result.identity] else f"{result.identity}-{seen[result.identity]}"
    seen[result.identity] += 1
    return {
        "description": one_line(result.message.of(options.lang), 1000),
        "check_name": result.code,
        "fingerprint": visible(name),
        "severity": SEVERITY[result.level],
        "location": {"path": visible(result.file), "lines": {"begin": result.region.line if result.region else 1}},
    }

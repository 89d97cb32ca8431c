"""What to do next, in order, with the figures of this project."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from mindaudit_reports.views.apis import Api
from mindaudit_reports.views.numbers import count
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.texts import Text, text


def steps(report: Report, apis: Sequence[Api]) -> list[Text]:
    """The steps that apply; those with nothing to do are left out."""
    distinct = {verdict: sum(verdict in dict(api.counts) for api in apis) for verdict in ("unknown", "custom-op", "composable")}
    severities = Counter(hazard.severity for hazard in report.hazards)  # what a comment accepts is done
    problems = report.summary.files["problem"]
    substitutions = sum(usage.substitution is not None for usage in report.usages)
    recipes = len({usage.recipe for usage in report.usages if usage.recipe})
    steps = [
        (problems, text("step.problems", count=count(problems))),
        (1, text("step.baseline")),
        (distinct["unknown"], text("step.unknown", count=count(distinct["unknown"]))),
        (distinct["custom-op"], text("step.custom", count=count(distinct["custom-op"]))),
        (severities["error"] + severities["warning"], _hazards(severities["error"], severities["warning"])),
        (substitutions, text("step.rewrite", count=count(substitutions))),
        (recipes, text("step.recipes", count=count(recipes))),
        (1, text("step.weights")),
        (1, text("step.training")),
    ]
    return [step for applies, step in steps if applies]


def _hazards(errors: int, warnings: int) -> Text:
    """The step that mends hazards; it names only the levels that occur."""
    if not warnings:
        return text("step.errors", errors=count(errors))
    if not errors:
        return text("step.warnings", warnings=count(warnings))
    return text("step.hazards", errors=count(errors), warnings=count(warnings))

"""What the first screen answers: can this be migrated, how sure is that, what blocks most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mindaudit.model import Severity, Verdict
from mindaudit_reports.views.apis import Api, apis, blockers
from mindaudit_reports.views.effort import days
from mindaudit_reports.views.hazards import hazard_kinds, severity_counts
from mindaudit_reports.views.numbers import count, percent
from mindaudit_reports.views.options import Range, Rule
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.sites import sites
from mindaudit_reports.views.summary import share
from mindaudit_reports.views.texts import Text, code_title, enumerated, joined, text, texts

Level = Literal["ready", "work", "blocked", "nothing"]
Confidence = Literal["high", "medium", "low"]
NAMED = 2
"""APIs that the sentence names."""
HOST = frozenset({"host", "data"})
"""Contexts whose code runs on no device, so that what has no counterpart there is replaced by Python and blocks nothing."""
MOST = 5
SURE = {"files": 0.98, "unknown": 0.02, "executed": 0.5, "here": 0.25}
UNSURE = {"files": 0.8, "unknown": 0.15, "executed": 0.2}
"""Shares of files that were audited, of sites that are unknown, that rest on an execution, and on one on the target's own backend."""


@dataclass(frozen=True, slots=True)
class Blocker:
    """An API without a direct counterpart, or a kind of hazard."""

    name: str
    """The API, or the code."""
    title: Text | None
    """Of a hazard."""
    weight: Verdict | Severity
    sites: int
    days: Range


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer in one sentence, and what it rests on."""

    level: Level
    sentence: Text
    """What decides."""
    besides: Text | None
    """What has to be done too."""
    confidence: Confidence
    grounds: Text
    stops: int
    """Places that stop graph compilation or fail at run time."""
    blockers: tuple[Blocker, ...]

    @property
    def whole(self) -> Text:
        """The sentences as one text."""
        return joined([self.sentence, self.besides], " ", "") if self.besides else self.sentence


def decision(report: Report, every: Sequence[Api], rules: Mapping[str, Rule]) -> Decision:
    """The answer for a report; `every`: its APIs."""
    missing = blockers(apis(site for site in sites(report) if site.context not in HOST), "custom-op")
    severities = severity_counts(report)
    obstacles = _obstacles(report, every, severities, len(blockers(every, "custom-op")) - len(missing))
    level: Level = "nothing" if not every else "blocked" if missing else "work" if obstacles else "ready"
    confidence, grounds = _confidence(report)
    besides = text("decision.besides", obstacles=enumerated(obstacles)) if level == "blocked" and obstacles else None
    sentence = _blocked(missing) if level == "blocked" else text(f"decision.{level}", obstacles=enumerated(obstacles))
    return Decision(level, sentence, besides, confidence, grounds, severities["error"], _ranked(report, every, missing, rules))


def _blocked(missing: Sequence[Api]) -> Text:
    """Which APIs have no counterpart."""
    more = [text("decision.more", count=count(len(missing) - NAMED))] if len(missing) > NAMED else []
    names = enumerated([*(Text(api.name, api.name) for api in missing[:NAMED]), *more])
    return text("decision.blocked", names=names, sites=count(sum(api.sites_at_stake for api in missing)))


def _obstacles(report: Report, every: Sequence[Api], severities: Mapping[Severity, int], on_host: int) -> list[Text]:
    """What has to be done apart from writing operators, each with its number; `on_host`: APIs that only code on the host lacks."""
    numbers = {
        f"obstacle.errors.{'graph' if report.target.mode == 'graph' else 'run'}": severities["error"],
        "obstacle.host": on_host,
        "obstacle.recipes": len(blockers(every, "composable")),
        "obstacle.unknown": len(blockers(every, "unknown")),
        "obstacle.warnings": severities["warning"],
        "obstacle.files": report.summary.files["problem"],
    }
    return [text(key, count=count(number)) for key, number in numbers.items() if number]


def _confidence(report: Report) -> tuple[Confidence, Text]:
    """How sure the answer is, and why."""
    summary, counted = report.summary, sites(report)
    here = sum(usage.evidence.grade == "executed-here" for usage in counted)
    files = sum(summary.files.values())
    shares = {
        "files": share(files - summary.files["problem"], files),
        "unknown": share(summary.by_verdict["unknown"], summary.sites),
        "executed": summary.executed_share,
        "here": share(here, summary.sites),
    }
    backend = texts().get(f"backend.{report.target.backend}", Text(report.target.backend, report.target.backend))
    grounds = text("confidence.grounds", **{name: percent(one) for name, one in shares.items()}, backend=backend)
    values = {name: one or 0.0 for name, one in shares.items()}
    if not counted or not _within(values, UNSURE):
        return "low", grounds
    return "high" if _within(values, SURE) else "medium", grounds


def _within(values: Mapping[str, float], limits: Mapping[str, float]) -> bool:
    return all(values[name] <= limit if name == "unknown" else values[name] >= limit for name, limit in limits.items())


def _ranked(report: Report, every: Sequence[Api], missing: Sequence[Api], rules: Mapping[str, Rule]) -> tuple[Blocker, ...]:
    """Sorted by cost, highest first; on a tie, blockers first. Unknown APIs have no price of their own, and notes stop nobody."""
    effort, blocking = report.effort, {api.name for api in missing}
    found = [
        Blocker(api.name, None, api.verdict, api.sites_at_stake, days(effort.verdicts[api.verdict], api.sites_at_stake, effort))
        for api in blockers(every, "custom-op", "composable")
    ]
    for kind in hazard_kinds(report):
        if kind.severity != "note":
            price = days(effort.severities[kind.severity], len(kind.rows), effort)
            found.append(Blocker(kind.code, code_title(kind.code, rules, kind.rows[0].message), kind.severity, len(kind.rows), price))
    return tuple(sorted(found, key=lambda one: (-sum(one.days), one.name not in blocking, one.name))[:MOST])

"""Figures count sites: what has to be moved, whether or not a comment accepts it."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from mindaudit.model import Audit, Evidence, FileAudit, Finding, Hazard, Suppressed, Target, Usage, UsageKind, Verdict
from mindaudit_reports.views.apis import apis, blockers
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.hazards import severity_counts
from mindaudit_reports.views.headline import headline
from mindaudit_reports.views.modules import modules
from mindaudit_reports.views.numbers import percent
from mindaudit_reports.views.options import Options
from mindaudit_reports.views.report import Report
from mindaudit_reports.views.sites import hazards_of_their_own, sites
from mindaudit_reports.views.summary import share

TEXT = "import torch\n" * 20


def finding(number: int, verdict: Verdict = "supported", kind: UsageKind = "call", executed: bool = False) -> Finding:
    evidence = Evidence("executed-here", "all samples") if executed else Evidence()
    return Finding(Usage((number, number + 1), kind, "torch.abs", "certain"), verdict, evidence=evidence)


def report(*findings: Finding, accepted: tuple[Finding | Hazard, ...] = (), hazards: tuple[Hazard, ...] = ()) -> Report:
    suppressed = tuple(Suppressed(one, "known") for one in accepted)
    file = FileAudit("a.py", "analyzed", findings=findings, hazards=hazards, suppressed=suppressed, text=TEXT)
    return as_report(Audit("", Target(), (file,), "0", "0"), Options())


def test_imports_annotations_and_mere_names_are_listed_and_not_counted() -> None:
    made = report(*(finding(number, "unknown", kind) for number, kind in enumerate(get_args(UsageKind))))
    assert len(made.usages) == 8
    assert {site.kind for site in sites(made)} == {"call", "base", "decorator", "operator", "attribute"}
    assert (made.summary.sites, made.summary.by_verdict["unknown"], modules(made)[0].sites) == (5, 5, 5)
    assert [api.sites for api in apis(sites(made))] == [5]


def test_comments_that_accept_change_no_figure() -> None:
    rows = [finding(1), finding(2, "unknown"), finding(3, "unknown"), finding(4)]
    hazard = Hazard((5, 6), "MA201", "varies", "certain", "error")
    plain = report(*rows, hazards=(hazard,))
    told = report(rows[0], rows[3], accepted=(rows[1], rows[2], hazard))
    assert told.summary == plain.summary
    assert plain.summary.readiness == 0.5
    assert severity_counts(told) == severity_counts(plain)
    assert "accepted by comments in the source, and counted all the same: 3" in " ".join(line.en.lower() for line in headline(told).beside)
    assert not any("comments" in line.en for line in headline(plain).beside)


def test_only_recipes_that_ran_are_tested_ones() -> None:
    made = report(finding(1), finding(2, "composable", executed=True), finding(3, "composable"), finding(4, "unknown"))
    assert "With tested recipes: 50 %" in [line.en for line in headline(made).beside]
    untested = report(finding(1), finding(3, "composable"))
    assert not any("recipes" in line.en for line in headline(untested).beside)


@pytest.mark.parametrize(("part", "whole", "shown"), [(29_999, 30_000, "> 99 %"), (1, 30_000, "< 1 %"), (3, 3, "100 %"), (0, 3, "0 %")])
def test_all_and_none_are_said_of_nothing_else(part: int, whole: int, shown: str) -> None:
    assert percent(share(part, whole)) == shown


def test_files_of_a_blocker_are_those_of_the_sites_at_stake() -> None:
    rows = sites(report(finding(1, "unknown"), finding(2)))
    (api,) = blockers(apis([rows[0], replace(rows[1], path="b.py"), replace(rows[1], path="c.py")]), "unknown")
    assert (api.sites_at_stake, api.files_at_stake, api.files) == (1, 1, 3)


def test_a_hazard_at_the_place_of_an_api_that_changes_costs_nothing_more() -> None:
    here, elsewhere = (Hazard((number, number + 1), "MA201", "varies", "certain", "error") for number in (1, 5))
    made = report(finding(1, "composable"), finding(2), hazards=(here, elsewhere))
    assert [hazard.column for hazard in hazards_of_their_own(made)] == [6]

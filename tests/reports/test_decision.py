"""What a project manager reads first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from samples import finding, hostile, large, project

from mindaudit.model import Audit, Evidence, FileAudit, Hazard, Target
from mindaudit_reports import Options, Report
from mindaudit_reports.views.apis import apis
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.decision import Decision, decision
from mindaudit_reports.views.effort import by_file, estimate
from mindaudit_reports.views.modules import dearest, modules
from mindaudit_reports.views.numbers import count
from mindaudit_reports.views.sites import hazards_of_their_own, sites

TEXT = "x = torch.relu(y)\n"


def reported(audit: Audit) -> Report:
    return as_report(audit, Options())


def decided(audit: Audit) -> Decision:
    report = reported(audit)
    return decision(report, apis(sites(report)), {})


def one(*hazards: Hazard, mode: str = "graph", **more: Any) -> Audit:
    file = FileAudit("a.py", "analyzed", findings=(finding(TEXT, "torch.relu(y)", "torch.relu", **more),), hazards=hazards, text=TEXT)
    return Audit("p", Target(mode=mode), (file,), "0", "0")


def test_ready() -> None:
    answer = decided(one())
    assert (answer.level, answer.confidence, answer.blockers, answer.stops) == ("ready", "high", (), 0)
    assert answer.whole.en.startswith("Ready: every site")


@pytest.mark.parametrize(("mode", "said"), [("graph", "1 place stops graph compilation"), ("pynative", "1 place fails")])
def test_ready_with_work(mode: str, said: str) -> None:
    answer = decided(one(Hazard((0, 1), "MA301", "A branch.", "certain", "error"), mode=mode))
    assert (answer.level, answer.stops) == ("work", 1)
    assert answer.sentence.en == f"Ready with work: {said}."


def test_blocked_names_what_blocks() -> None:
    answer = decided(project())
    assert answer.whole.en.startswith(
        "Blocked by torch.igamma: no counterpart at 1 site. Besides: 1 place stops graph compilation, 1 API needs"
    )
    assert answer.whole.zh.startswith("受阻于 torch.igamma：1 处没有对应 API。此外：1 处使图编译失败、")
    assert [blocker.name for blocker in answer.blockers] == ["torch.igamma", "MA301", "MA203", "torch.block_diag"]
    prices = [sum(blocker.days) for blocker in answer.blockers]
    assert prices == sorted(prices, reverse=True)


@pytest.mark.parametrize(("context", "level"), [("network", "blocked"), ("unknown", "blocked"), ("host", "work"), ("data", "work")])
def test_code_on_the_host_blocks_nothing(context: str, level: str) -> None:
    answer = decided(one(verdict="custom-op", context=context))
    assert answer.level == level
    assert ("1 API of host code has no counterpart" in answer.sentence.en) == (level == "work")


def test_nothing_to_migrate() -> None:
    answer = decided(Audit("p", Target(), (FileAudit("a.py", "no-torch"),), "0", "0"))
    assert (answer.level, answer.confidence) == ("nothing", "low")


@pytest.mark.parametrize(
    ("audit", "confidence"),
    [
        (one(evidence=Evidence("executed-elsewhere")), "medium"),
        (one(evidence=Evidence("signature")), "low"),
        (one(verdict="unknown"), "low"),
        (project(), "medium"),
    ],
)
def test_confidence_follows_from_what_the_figures_rest_on(audit: Audit, confidence: str) -> None:
    assert decided(audit).confidence == confidence


@pytest.mark.parametrize("audit", [project(), large(900), hostile()], ids=["project", "large", "hostile"])
def test_files_bear_the_whole_estimate(audit: Audit) -> None:
    report = reported(audit)
    cost = estimate(apis(sites(report)), hazards_of_their_own(report), report.effort)
    parts = by_file(sites(report), hazards_of_their_own(report), report.effort).values()
    assert sum(low for low, _ in parts) == pytest.approx(cost.days[0])
    assert sum(high for _, high in parts) == pytest.approx(cost.days[1])
    assert sum(row.days[1] for row in modules(report)) == pytest.approx(cost.days[1])


def test_the_dearest_first() -> None:
    rows = dearest(modules(reported(large(9000))), 3)
    assert len(rows) == 3
    assert [sum(row.days) for row in rows] == sorted((sum(row.days) for row in rows), reverse=True)
    alone = replace(project(), files=tuple(file for file in project().files if "/" not in file.path))
    assert [row.path for row in dearest(modules(reported(alone)), 9)] == ["train.py", "look.ipynb"]


def test_unknown_apis_are_a_range_of_their_own() -> None:
    report = reported(one(verdict="unknown"))
    cost = estimate(apis(sites(report)), [], report.effort)
    assert cost.days == (0, 0)
    assert cost.whole == pytest.approx(((0.05 + 0.02) / 8, 61 / 8))


def test_words_follow_the_number() -> None:
    assert "{n} {n:site|sites}".format(n=count(1)) == "1 site"
    assert "{n} {n:site|sites}".format(n=count(1200)) == "1,200 sites"

from __future__ import annotations

from dataclasses import replace

import pytest

from mindaudit.config.fail_on import parse
from mindaudit.errors import UsageError
from mindaudit.model import Audit, FileAudit, Finding, Hazard, Problem, Suppressed, Target, ThirdParty, Usage
from mindaudit.policy.gate import readiness, stopped
from mindaudit_reports import Options
from mindaudit_reports.views.build import as_report

CUSTOM = Finding(Usage((0, 1), "call", "torch.a", "certain"), "custom-op", "MA101")
FINE = Finding(Usage((0, 1), "call", "torch.b", "certain"), "supported")
HAZARD = Hazard((0, 1), "MA203", "m", "certain", "warning")


def audit(
    *findings: Finding, hazards: tuple[Hazard, ...] = (), problem: Problem | None = None, third: tuple[ThirdParty, ...] = ()
) -> Audit:
    file = FileAudit("x.py", "problem" if problem else "analyzed", problem, findings, hazards)
    return Audit("x", Target(), (file,), "1", "1")


@pytest.mark.parametrize(
    ("names", "stops"),
    [
        ("never", []),
        ("", []),
        ("supported", ["supported"]),
        ("custom-op", ["MA101"]),
        ("CUSTOM-OP, error", ["MA101"]),
        ("MA101,warning", ["MA101", "MA203"]),
        ("ma2xx", ["MA203"]),
        ("MA203", ["MA203"]),
        ("MA201,MA3xx,note", []),
    ],
)
def test_what_stops(names: str, stops: list[str]) -> None:
    found = stopped(audit(CUSTOM, FINE, hazards=(HAZARD,)), parse(names.split(",")))
    assert [stop.code for stop in found] == stops


def test_problems_and_third_party_calls() -> None:
    broken = audit(problem=Problem("MA901", "no"))
    other = FileAudit("y.py", "analyzed", third_party=(ThirdParty((0, 1), "torchvision.ops.nms"),))
    broken = replace(broken, files=(*broken.files, other))
    assert [stop.code for stop in stopped(broken, parse(["MA9xx", "MA106"]))] == ["MA901", "MA106"]


@pytest.mark.parametrize(
    ("name", "hint"), [("custom_op", "custom-op"), ("eror", "error"), ("MA20", "MA203"), ("MA299", "MA"), ("MA7xx", "MA")]
)
def test_a_word_that_means_nothing(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=f"did you mean '{hint}"):
        parse([name])


def test_readiness_is_that_of_the_reports() -> None:
    outside = replace(FINE, verdict="out-of-scope")
    assert readiness(audit()) == 1
    assert readiness(audit(outside)) == 1
    assert readiness(audit(CUSTOM, FINE, outside)) == 0.5
    assert as_report(audit(CUSTOM, FINE, FINE, outside), Options()).summary.readiness == pytest.approx(
        readiness(audit(CUSTOM, FINE, FINE, outside)), abs=1e-4
    )


def test_readiness_counts_what_is_accepted_and_no_annotations() -> None:
    annotation = replace(CUSTOM, usage=replace(CUSTOM.usage, kind="annotation"))
    plain = audit(FINE, CUSTOM, annotation)
    accepted = replace(plain, files=(replace(plain.files[0], findings=(FINE,), suppressed=(Suppressed(CUSTOM, "known"),)),))
    assert readiness(plain) == readiness(accepted) == 0.5


def test_a_configured_severity_stops() -> None:
    assert [stop.code for stop in stopped(audit(replace(CUSTOM, severity="error")), parse(["error"]))] == ["MA101"]


def test_told_in_chinese() -> None:
    found = audit(
        replace(CUSTOM, reason="Plain Python."),
        hazards=(replace(HAZARD, message_zh="掩码"),),
        third=(ThirdParty((0, 1), "einops.rearrange"),),
    )
    said = [stop.text for stop in stopped(found, parse(["MA1xx", "MA203"]), "zh")]
    assert said[:2] == ["torch.a：普通 Python。", "掩码"]
    assert [stop.text for stop in stopped(found, parse(["MA101"]))] == ["torch.a: Plain Python."]

from __future__ import annotations

from pathlib import Path

from mindaudit.config.levels import Levels
from mindaudit.config.schema import Config, Override
from mindaudit.model import Finding, Hazard, Usage

ROOT = Path("project").resolve()
HAZARDS = tuple(Hazard((0, 1), code, "m", "certain", "warning") for code in ("MA203", "MA301", "MA305"))


def test_levels_by_code_family_and_path() -> None:
    override = Override(("/tests/", "*_demo.py"), {"MA203": "note", "MA305": "error"})
    levels = Levels(Config(levels={"MA203": "error", "MA3xx": "off"}, overrides=(override,), folder=ROOT), ROOT / "src")
    assert [(hazard.code, hazard.severity) for hazard in levels.hazards("a.py", HAZARDS)] == [("MA203", "error")]
    demo = levels.hazards("a_demo.py", HAZARDS)
    assert [(hazard.code, hazard.severity) for hazard in demo] == [("MA203", "note"), ("MA305", "error")]
    assert levels.of("tests/a.py", "MA203") == "error"
    outside = Levels(Config(overrides=(override,), folder=ROOT), ROOT.parent)
    assert outside.of("tests/a.py", "MA203") == "note"


def test_findings_gain_a_severity_and_all_stay() -> None:
    custom = Finding(Usage((0, 1), "call", "torch.a", "certain"), "custom-op", "MA101")
    other = Finding(Usage((0, 1), "call", "torch.b", "certain"), "composable", "MA102")
    fine = Finding(Usage((0, 1), "call", "torch.c", "certain"), "supported")
    levels = Levels(Config(levels={"MA101": "error", "MA102": "off"}), ROOT)
    assert [finding.severity for finding in levels.findings("a.py", (custom, other, fine))] == ["error", None, None]


def test_no_levels_change_nothing() -> None:
    assert Levels(Config(), ROOT).hazards("a.py", HAZARDS) == HAZARDS

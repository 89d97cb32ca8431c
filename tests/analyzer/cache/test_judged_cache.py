from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from mindaudit.audit.collect_files import collect_one
from mindaudit.audit.engine import scan
from mindaudit.cache.results import Judged, JudgedCache, bare, pack_judged
from mindaudit.config.schema import Config
from mindaudit.model import (
    ANY,
    Argument,
    Audit,
    Evidence,
    Finding,
    Hazard,
    Mitigation,
    Problem,
    SourceFile,
    Target,
    ThirdParty,
    Usage,
    Value,
)
from mindaudit_reports import formats

TEXTS = {
    "a.py": "import torch\n\n\ndef f(x: torch.Tensor, k=(1, [2], {'a': 3}), *rest, **more):\n    return torch.abs(x, out=k)\n",
    "b.py": "x = 1j + 2.5\ny = b'\\0' + ...\nz = -10\n",
    "層.py": "名 = '值'\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, and a cache of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "broken.py").write_text("x = (\n")
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    return folder


def shown(audit: Audit) -> str | bytes:
    return formats()["json"].render([audit])


def test_a_warm_audit_is_the_cold_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(targets=(Target("2.4"), Target("2.10")))
    plain = shown(scan([project], replace(config, cache=False)))
    assert shown(scan([project], config)) == plain
    monkeypatch.setattr("mindaudit.audit.pipeline.collect_files", None)
    assert shown(scan([project], config)) == plain


def test_results_are_kept_whole_once_they_are_without_the_values_of_arguments(tmp_path: Path) -> None:
    """Every field differs from its default, so that one which gets lost shows."""

    def argument(value: Value) -> Argument:
        return Argument((1, 2), "k", "*", value)

    def judged(value: Value) -> Judged:
        usage = Usage(
            *((3, 4), "call", "torch.abs", "likely", ("torch.exp",), "f", "network", (5, 6)),
            *(argument(value), (argument(value), argument(value)), True, "assigned", True, True),
        )
        finding = Finding(usage, "supported", "MA103", "ops.abs", "x", ("import x",), "r", ("d",), "why", Evidence("official", "e"), "note")
        hazard = Hazard((1, 2), "MA201", "m", "certain", "error", "data", "f", "network", Mitigation("t", "c", "z"), ("a",), "z")
        return Judged(
            "analyzed", Problem("MA903", "m", 1), (finding, finding), (hazard,), (ThirdParty((1, 2), "n", "s"),), (Problem("MA903", "x"),)
        )

    known = [[judged(ANY), Judged("no-torch")], [Judged("no-torch"), Judged("no-torch")]]
    JudgedCache(tmp_path / "cache.sqlite").keep(b"key", [list(map(pack_judged, files)) for files in known])
    assert JudgedCache(tmp_path / "cache.sqlite").find(b"key") == known
    assert tuple(map(bare, judged(Value(literal=1)).findings)) == known[0][0].findings


def test_levels_and_comments_count_in_a_warm_audit_too(project: Path) -> None:
    (project / "a.py").write_text("import torch\nx = torch.nonzero(torch.ones(3))\n")
    codes = [hazard.code for file in scan([project]).files for hazard in file.hazards]
    assert "MA202" in codes
    off = scan([project], Config(levels={"MA202": "off"}))
    assert "MA202" not in [hazard.code for file in off.files for hazard in file.hazards]


def test_only_what_changed_is_collected_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan([project])
    collected: list[str] = []

    def watched(source: SourceFile) -> object:
        collected.append(source.name)
        return collect_one(source)

    monkeypatch.setattr("mindaudit.audit.collect_files.collect_one", watched)
    (project / "a.py").write_text("import torch\n")
    warm = shown(scan([project]))
    assert collected == ["a.py", "broken.py"]
    assert shown(scan([project], Config(cache=False))) == warm

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from mindaudit.audit.profile import Profile
from mindaudit.audit.progress import silent
from mindaudit.cli import run


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """A profile of two steps, whose clock goes on by a second each time it is read."""
    ticks = count(10)
    made = Profile(tmp_path / "profile.json", lambda: float(next(ticks)))
    tell = made.beside(silent)
    tell("collect", 0, 2)
    tell("collect", 1, 2, "a.py", 0.25)
    tell("collect", 2, 2, "b.py", 0.5)
    with made.step("report"):
        pass
    return made


def test_what_a_program_reads(profile: Profile) -> None:
    content = json.loads(profile.json())
    assert content["steps"][:2] == [{"step": "collect", "seconds": 2}, {"step": "report", "seconds": 1}]
    assert content["steps"][2]["step"] == "other"
    assert content["files"] == [
        {"path": "b.py", "seconds": 0.5, "steps": {"collect": 0.5}},
        {"path": "a.py", "seconds": 0.25, "steps": {"collect": 0.25}},
    ]


def test_what_a_person_reads(profile: Profile) -> None:
    profile.add("judge", "evil\n\x1b[31m.py", 3.0)
    lines = profile.text().splitlines()
    names = [line.split()[-1] for line in lines if line]
    assert names == ["step", "collect", "report", "judge", "other", "all", "file", r"evil\n\x1b[31m.py", "b.py", "a.py"]


def test_a_file_that_comes_back_is_summed_up(profile: Profile) -> None:
    profile.add("collect", "a.py", 1.0)
    assert json.loads(profile.json())["files"][0] == {"path": "a.py", "seconds": 1.25, "steps": {"collect": 1.25}}


@pytest.mark.parametrize("jobs", [1, 2])
def test_of_a_scan(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / f"{name}.py").write_text("import torch\ny = torch.ones(1)\n" + "# long enough for two processes\n" * 15_000 * (jobs - 1))
    file, report = tmp_path / "profile.json", tmp_path / "audit.json"
    assert run(["scan", str(folder), "-o", str(report), "--profile", str(file), "--jobs", str(jobs)]) == 0
    content = json.loads(file.read_text())
    assert [each["step"] for each in content["steps"]] == ["read", "collect", "resolve", "propagate", "judge", "report", "other"]
    assert sum(each["seconds"] for each in content["steps"]) == pytest.approx(content["seconds"], abs=0.01)
    assert {each["path"] for each in content["files"]} == {"a.py", "b.py"}
    assert all({"read", "collect", "resolve", "judge"} <= each["steps"].keys() for each in content["files"])


def test_text_where_the_name_does_not_say_json(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    assert run(["scan", str(tmp_path), "-o", str(tmp_path / "audit.json"), "--profile", str(tmp_path / "profile.txt")]) == 0
    assert (tmp_path / "profile.txt").read_text().startswith("  seconds  share  step\n")


def test_a_place_that_cannot_be_written_is_told_before_the_scan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    assert run(["scan", str(tmp_path), "--profile", str(tmp_path / "none" / "profile.txt")]) == 2
    assert "make it first" in capsys.readouterr().err

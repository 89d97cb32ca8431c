"""Every command in README.md works as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from mindaudit.cli import run

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
ELSEWHERE = {"pip install .", "pip install tox", "tox"}
"""Commands that .ci/run and whoever installs the tool run."""


def commands() -> list[str]:
    lines = re.findall(r"^    (\S.*)$", README, re.MULTILINE)
    parts = [part.partition(" #")[0].strip() for line in lines for part in line.split(" && ")]
    return [part for part in parts if re.match(r"(mindaudit|pip|tox)\b", part)]


def test_the_readme_has_commands() -> None:
    assert {"pip install .", "pip install tox", "tox"} <= set(commands())
    assert sum(command.startswith("mindaudit scan") for command in commands()) >= 3


@pytest.mark.parametrize("command", sorted(set(commands()) - ELSEWHERE))
def test_command(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "examples" / "resnet50", tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    assert words[0] == "mindaudit"
    status = run(words[1:])
    _, err = capfd.readouterr()
    assert status in ((0, 1) if "--fail-on" in command else (0,)), err
    for file in re.findall(r"=(\S+\.\w+)", command):
        assert (tmp_path / file).stat().st_size > 0


def test_ci_runs_the_readme_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert "tox" in script
    assert any(line.startswith("pip install") and line.endswith("tox") for line in script)

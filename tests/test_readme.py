"""Every command in README.md works as it stands there."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from mindaudit.cli import main, run
from mindaudit.config.files import load
from mindaudit.config.settings import Settings
from mindaudit.policy.suppressions import directives

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
ELSEWHERE = {"pip install mindaudit", "pip install .", "pip install tox", "tox"}
"""Commands that .ci/run and whoever installs the tool run."""


def commands() -> list[str]:
    lines = re.findall(r"^    (\S.*)$", README, re.MULTILINE)
    parts = [part.partition(" #")[0].strip() for line in lines for part in line.split(" && ")]
    return [part for part in parts if re.match(r"(mindaudit|pip|tox)\b", part)]


def test_the_readme_has_commands() -> None:
    assert {"pip install .", "pip install tox", "tox"} <= set(commands())
    assert sum(command.startswith("mindaudit scan") for command in commands()) >= 3


def test_every_command_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copytree(ROOT / "examples" / "resnet50", tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    git("init", "-q")
    git("add", ".")
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "first")
    for command in commands():
        if command not in ELSEWHERE:
            status = run(shlex.split(command)[1:])
            _, err = capfd.readouterr()
            assert status in ((0, 1) if "--fail-on" in command else (0,)), f"{command}: {err}"
            for file in re.findall(r"(?:=|-o )(\S+\.(?:html|csv|json))", command):
                assert (tmp_path / file).stat().st_size > 0


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)


def test_the_configuration_is_valid(tmp_path: Path) -> None:
    toml = next(block for block in blocks("toml") if "min-readiness" in block)
    (tmp_path / "mindaudit.toml").write_text(toml)
    config = load(tmp_path / "mindaudit.toml")
    assert config.min_readiness == 80
    keys = set(Settings.__struct_encode_fields__) - {"gitignore", "lang", "jobs", "cache"}
    assert set(re.findall(r"^(?:\[\[)?([a-z-]+)", toml, re.MULTILINE)) == keys


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "examples" / "resnet50", tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    exec(next(block for block in blocks("python") if "import mindaudit" in block), {})
    assert re.search(r"^model.py \d+ torch.nn.Conv2d", capfd.readouterr().out, re.MULTILINE)
    assert (tmp_path / "audit.html").is_file()


def test_the_suppressions_are_understood() -> None:
    text = next(block for block in blocks("python") if "ignore-file" in block)
    assert [directive.codes for directive in directives(text)] == [("MA202",), ("MA3xx",), ("MA305",)]


def test_the_commands_of_ci_recipes_parse() -> None:
    lines = re.findall(r"^\s*- (?:run: )?mindaudit (scan .*)$", "\n".join(blocks("yaml")), re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        main.make_context("mindaudit", shlex.split(line), resilient_parsing=True)
        command = main.get_command(click.Context(main), "scan")
        assert command
        command.make_context("scan", shlex.split(line)[1:])


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_ci_runs_the_readme_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert "tox" in script
    assert any(line.startswith("pip install") and line.endswith("tox") for line in script)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mindaudit_data
from mindaudit import __version__
from mindaudit.cli import main, run

HEAVY = {"pandas", "numpy", "rich", "jinja2", "libcst", "pygls", "requests", "openpyxl", "msgspec"}


def imported_by(*arguments: str) -> set[str]:
    """The modules and packages that a command imports."""
    command = [sys.executable, "-X", "importtime", "-m", "mindaudit", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    names = [line.rsplit("|", 1)[1].strip().split(".") for line in lines]
    return {".".join(name[:parts]) for name in names for parts in range(1, len(name) + 1)}


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"mindaudit {__version__} (data {mindaudit_data.__version__})\n"
    assert "mindaudit_data.load" not in imported_by("--version")


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["scan", "--help"]])
def test_starting_imports_nothing_heavy(arguments: list[str]) -> None:
    assert not imported_by(*arguments) & HEAVY


def test_scanning_imports_no_framework_and_no_pandas(tmp_path: pytest.TempPathFactory) -> None:
    path = f"{tmp_path}/x.py"
    with open(path, "w") as file:  # noqa: PTH123
        file.write("import torch\n")
    imported = imported_by("scan", path, "--format", "json")
    assert "libcst" in imported
    assert not imported & {"pandas", "torch", "mindspore", "pygls", "openpyxl", "requests"}


def test_a_scan_of_what_has_not_changed_imports_no_step_that_it_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "x.py").write_text("import torch\n")
    steps = {"mindaudit.collect", "mindaudit.resolve", "mindaudit.classify", "mindaudit.audit.pipeline"}
    command = ("scan", str(tmp_path / "x.py"), "--format", "json")
    assert steps <= imported_by(*command)
    assert not steps & imported_by(*command)


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert "scan" in out
    assert "Exit status: 0 nothing that --fail-on names" in " ".join(out.split())
    assert not any(line.strip().startswith("_") for line in out.splitlines())


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "Usage: mindaudit" in capsys.readouterr().err


def test_help_shows_groups_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "--help"]) == 0
    out = capsys.readouterr().out
    titles = [line for line in out.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles[0] == "Target:"
    assert titles[-2:] == ["Options:", "Examples:"]
    assert max(map(len, out.splitlines())) <= 80
    assert "    mindaudit scan src -o audit.html --lang zh" in out


def test_every_option_of_every_command_has_a_help_text() -> None:
    context = main.make_context("mindaudit", ["--help"], resilient_parsing=True)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert command.help
        for parameter in command.params:
            assert parameter.param_type_name == "argument" or getattr(parameter, "help", None), (name, parameter.name)

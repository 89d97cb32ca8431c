from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli import run

FINE = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n"
BAD = FINE.replace("torch.abs(x)", "torch.nonzero(x)")
STOP = ("--fail-on", "MA202")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    subprocess.run(["git", "init", "-q", "."], cwd=folder, check=True)
    (folder / "a.py").write_text(FINE)
    (folder / "old.py").write_text(BAD)
    monkeypatch.chdir(folder)
    return folder


def test_only_the_given_files_count(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["hook", "a.py", *STOP]) == 0
    assert capfd.readouterr() == ("", "")
    assert run(["hook", "a.py", "old.py", *STOP]) == 1
    out, err = capfd.readouterr()
    assert out.startswith("old.py:5:12: MA202 ")
    assert out.count("\n") == 1
    assert "1 to mend" in err


def test_the_rest_of_the_repository_is_context(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "layers.py").write_text("import torch\n\nfind = torch.nonzero\n")
    (repository / "b.py").write_text("from layers import find\nimport torch\n\n\ndef g(x: torch.Tensor):\n    return find(x)\n")
    assert run(["hook", "b.py", *STOP]) == 1
    assert "b.py:6:12: MA202" in capfd.readouterr().out


def test_a_baseline_in_its_usual_place_counts(repository: Path) -> None:
    assert run(["baseline", "create", "."]) == 0
    assert run(["hook", "old.py", *STOP]) == 0
    (repository / "old.py").write_text(BAD + "\n\ny = torch.nonzero(torch.ones(3) * 2)\n")
    assert run(["hook", "old.py", *STOP]) == 1


def test_the_hint_works_as_printed(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert run(["hook", "old.py", *STOP]) == 1
        hint = capfd.readouterr().err.partition("accept with: mindaudit ")[2]
        assert run(hint.split()) == 0
        capfd.readouterr()
        assert run(["hook", "old.py", *STOP]) == 0
        (repository / "old.py").write_text(BAD + "\n\ny = torch.nonzero(torch.ones(3) * 2)\n")


def test_configuration_paths_and_levels(repository: Path) -> None:
    (repository / "mindaudit.toml").write_text('paths = ["src"]\nfail-on = ["MA202"]\n')
    (repository / "src").mkdir()
    (repository / "src" / "s.py").write_text(BAD)
    assert run(["hook", "old.py"]) == 0
    assert run(["hook", "old.py", "src/s.py"]) == 1


def test_from_a_folder_below(repository: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "src").mkdir()
    monkeypatch.chdir(repository / "src")
    assert run(["hook", "../old.py", *STOP]) == 1
    assert capfd.readouterr().out.startswith("../old.py:5:12: ")


def test_changed_lines_only(repository: Path) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@t")
    subprocess.run(["git", "add", "."], check=True)
    subprocess.run(["git", *identity, "commit", "-q", "-m", "first"], check=True)
    (repository / "old.py").write_text(BAD + "\n\nz = 1\n")
    assert run(["hook", "old.py", *STOP, "--diff-only"]) == 0
    assert run(["hook", "old.py", *STOP]) == 1


def test_a_staged_file_that_cannot_be_parsed(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "broken.py").write_text("x = 1\nx = (\n")
    assert run(["hook", "a.py", *STOP]) == 0
    assert run(["hook", "broken.py", *STOP]) == 3
    assert "broken.py:" in capfd.readouterr().out


def test_a_notebook(repository: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (repository / "n.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": source} for source in ("x = 1", BAD)]}))
    assert run(["hook", "n.ipynb", *STOP]) == 1
    assert capfd.readouterr().out.startswith("n.ipynb#cell2:5:12: MA202")


def test_outside_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert run(["hook", "a.py"]) == 2
    assert "not in a git repository" in capfd.readouterr().err


def test_the_hooks_file_names_commands_that_exist() -> None:
    text = (Path(__file__).parents[3] / ".pre-commit-hooks.yaml").read_text("utf-8")
    entries = [line.split("entry: mindaudit ")[1].split()[0] for line in text.splitlines() if "entry:" in line]
    assert entries == ["hook", "scan"]
    assert [line.split(": ")[1] for line in text.splitlines() if line.startswith("- id")] == ["mindaudit", "mindaudit-report"]

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.errors import UsageError
from mindaudit.policy.changed_lines import WHOLE, since

BAD = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x)\n\n\ndef g(x: torch.Tensor):\n    return torch.unique(x)\n"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@t")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "a.py").write_text(BAD)
    (folder / "src" / "b.py").write_text(BAD)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    monkeypatch.chdir(folder)
    return folder


def test_changed_lines(repository: Path) -> None:
    (repository / "src" / "a.py").write_text(BAD.replace("torch.nonzero(x)", "torch.nonzero(x + 1)") + "y = 1\nz = 2\n")
    (repository / "src" / "new 层.py").write_text("x = 1\n")
    (repository / "src" / "b.py").unlink()
    changed = dict(since(repository / "src", "HEAD"))
    assert changed.pop("/dev/null", ()) == ()
    assert changed == {"a.py": (range(5, 6), range(10, 12)), "new 层.py": WHOLE}


def test_only_changed_files_are_reported(repository: Path) -> None:
    (repository / "src" / "a.py").write_text(BAD + "y = 1\n")
    git(repository, "commit", "-q", "-a", "-m", "second")
    assert run(["scan", "src", "--changed-since", "HEAD~1", "-o", "../out.json"]) == 0
    report = json.loads(Path("../out.json").read_text())
    assert [file["path"] for file in report["files"]] == ["a.py"]
    assert {hazard["code"] for hazard in report["hazards"]} == {"MA202", "MA204"}
    assert run(["scan", "src", "--changed-since", "HEAD", "-o", "../out.json"]) == 0
    assert json.loads(Path("../out.json").read_text())["files"] == []


def test_only_changed_lines_stop_the_gate(repository: Path) -> None:
    gate = ["scan", "src", "-q", "--diff-only", "--fail-on", "MA202", "-o", "../out.json"]
    (repository / "src" / "a.py").write_text(BAD.replace("torch.unique(x)", "torch.unique(x + 1)"))
    assert run(gate) == 0
    assert {hazard["code"] for hazard in json.loads(Path("../out.json").read_text())["hazards"]} == {"MA204"}
    (repository / "src" / "a.py").write_text(BAD.replace("torch.nonzero(x)", "torch.nonzero(x + 1)"))
    assert run(gate) == 1


def test_a_new_file_and_a_notebook_count_as_a_whole(repository: Path) -> None:
    (repository / "src" / "new.py").write_text(BAD)
    cell = {"cell_type": "code", "source": BAD}
    (repository / "src" / "n.ipynb").write_text(json.dumps({"cells": [cell]}))
    assert run(["scan", "src", "--diff-only", "-o", "../out.json"]) == 0
    assert {hazard["path"] for hazard in json.loads(Path("../out.json").read_text())["hazards"]} == {"n.ipynb#cell1", "new.py"}


@pytest.mark.parametrize("revision", ["nowhere", "--output=mark", "HEAD:src"])
def test_a_revision_that_is_none(repository: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="no revision"):
        since(repository, revision)
    assert not list(repository.rglob("mark"))


def test_outside_a_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match="not in a git repository"):
        since(tmp_path, "HEAD")


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UsageError, match="git is not installed"):
        since(tmp_path, "HEAD")


def test_the_repository_runs_no_program_of_its_own(repository: Path) -> None:
    for key in ("diff.external", "core.fsmonitor", "diff.py.textconv"):
        git(repository, "config", key, "touch mark; false")
    (repository / ".gitattributes").write_text("*.py diff=py\n")
    (repository / "src" / "a.py").write_text("x = 1\n")
    assert "src/a.py" in since(repository, "HEAD")
    assert not list(repository.rglob("mark"))

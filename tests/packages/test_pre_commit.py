"""The hooks as pre-commit runs them on a scratch copy of a real project."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pre_commit")
pytestmark = pytest.mark.packages

ROOT = Path(__file__).parents[2]
NEW = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        return torch.nonzero(x)\n"


@pytest.fixture
def scratch(packages: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with torchvision's models, and a new file staged."""
    if not (ROOT / ".git").exists():
        pytest.skip("pre-commit takes hooks from a git repository, and this copy of mindaudit is none")
    folder = tmp_path / "scratch"
    shutil.copytree(packages["torchvision"] / "models", folder / "models")
    (folder / "mindaudit.toml").write_text('fail-on = ["custom-op", "error", "warning"]\n')
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    git("init", "-q")
    git("add", ".")
    git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "first")
    (folder / "new.py").write_text(NEW)
    git("add", ".")
    return folder


def git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], check=True)


def try_repo() -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "mindaudit", "--ref", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "MINDAUDIT_CACHE": "cache"})


def test_a_new_problem_stops_the_commit_until_it_is_accepted(scratch: Path) -> None:
    first = try_repo()
    assert first.returncode == 1, first.stdout + first.stderr
    assert "new.py:7:16: MA202" in first.stdout
    subprocess.run([sys.executable, "-m", "mindaudit", "baseline", "create", "."], check=True)
    git("add", "mindaudit-baseline.json")
    second = try_repo()
    assert second.returncode == 0, second.stdout + second.stderr

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from mindaudit.sources.checkout import commit


def git(folder: Path, *arguments: str) -> str:
    names = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", str(folder), *names, *arguments], check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    (folder / "src").mkdir(parents=True)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    return folder


def test_a_branch_a_packed_branch_and_no_branch(repository: Path) -> None:
    head = git(repository, "rev-parse", "HEAD")
    assert commit(repository / "src") == head
    git(repository, "pack-refs", "--all")
    assert not (repository / ".git/refs/heads/main").exists()
    assert commit(repository) == head
    git(repository, "checkout", "-q", "--detach")
    assert commit(repository) == head


def test_a_second_work_tree(repository: Path, tmp_path: Path) -> None:
    git(repository, "worktree", "add", "-q", "-b", "other", str(tmp_path / "other"))
    git(tmp_path / "other", "commit", "-q", "--allow-empty", "-m", "second")
    assert commit(tmp_path / "other") == git(tmp_path / "other", "rev-parse", "HEAD") != commit(repository)


@pytest.mark.parametrize("head", ["", "ref: refs/heads/none", "ref: ../../../etc/passwd", "not a commit", "\udcff\x00"])
def test_what_is_no_commit(repository: Path, head: str) -> None:
    (repository / ".git/HEAD").write_bytes(head.encode("utf-8", "surrogateescape"))
    assert commit(repository) is None


@pytest.mark.skipif(os.name == "nt", reason="POSIX pipes")
def test_a_pipe_in_place_of_a_file_is_not_waited_for(repository: Path) -> None:
    (repository / ".git/HEAD").unlink()
    os.mkfifo(repository / ".git/HEAD")
    assert commit(repository) is None


def test_no_repository(tmp_path: Path) -> None:
    assert commit(tmp_path / "nowhere") is None

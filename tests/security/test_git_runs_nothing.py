"""A repository may come with settings and hooks of its own, and with files and lines that look like a patch."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.policy.changed_lines import since

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX shell scripts and names")
BAD = "x = torch.nonzero(torch.ones(2))\n"
PROGRAMS = (
    "core.fsmonitor core.pager core.editor core.askPass core.sshCommand core.alternateRefsCommand gpg.program diff.external"
    " diff.evil.textconv diff.evil.command filter.evil.clean filter.evil.smudge filter.evil.process pager.diff pager.status "
    "interactive.diffFilter"
)
HOOKS = "post-index-change fsmonitor-watchman reference-transaction pre-commit post-checkout"


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    (folder / "a.py").write_text("import torch\n")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", ["evil", "e.v=i l"])
def test_no_program_that_the_repository_names_runs(repository: Path, name: str) -> None:
    mark = repository.parent / "mark"
    script = repository / ".git/evil.sh"
    script.write_text(f"#!/bin/sh\necho $0 $* >> {mark}\ncat\n")
    script.chmod(0o755)
    for hook in HOOKS.split():
        (repository / ".git/hooks" / hook).parent.mkdir(exist_ok=True)
        (repository / ".git/hooks" / hook).symlink_to(script)
    for key in PROGRAMS.split():
        git(repository, "config", key.replace("evil", name), f"{script} {key}")
    git(repository, "config", f"filter.{name}.required", "true")
    (repository / ".gitattributes").write_text(f"*.py filter={name} diff=evil\n")
    with (repository / "a.py").open("a") as file:
        file.write(BAD)
    mark.unlink(missing_ok=True)
    assert run(["scan", ".", "--changed-since", "HEAD", "--diff-only", "-q", "-o", "../a.json"]) == 0
    assert run(["hook", "--diff-only", "a.py"]) == 0
    assert run(["rewrite", ".", "--in-place"]) == 2
    assert not mark.exists()


def changed_lines(repository: Path) -> dict[str, list[int]]:
    return {name: [line for lines in ranges for line in lines][:5] for name, ranges in since(repository, "HEAD").items()}


@pytest.mark.parametrize("line", ["++ b.py", "-- b.py", "@@ -1 +1,9 @@", "+++ b.py\t", "\x0c+++ b.py", "\u2028+++ b.py"])
def test_lines_that_look_like_a_patch_hide_nothing(repository: Path, line: str) -> None:
    (repository / "a.py").write_text(f"'''\n{line}\n'''\n" + "import torch\n" * 3 + BAD)
    git(repository, "commit", "-q", "-a", "-m", "second")
    (repository / "a.py").write_text(f"'''\n{line}\n{line}\n'''\n" + "import torch\n" * 3 + BAD + BAD)
    assert changed_lines(repository) == {"a.py": [3, 9]}
    (repository / "a.py").write_text("import torch\n" * 3 + BAD)
    assert changed_lines(repository) == {"a.py": []}


@pytest.mark.parametrize(
    "name", ["a b.py", "层.py", 'quo"te.py', "tab\t.py", "line\n+++ b.py", "back\\slash.py", "\udce9.py", "\x1b[31m.py"]
)
@pytest.mark.parametrize("known", [True, False])
def test_a_changed_file_is_found_whatever_it_is_called(repository: Path, name: str, known: bool) -> None:
    place = repository / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("import torch\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    if known:
        git(repository, "add", ".")
        git(repository, "commit", "-q", "-m", "second")
    place.write_text("import torch\n" + BAD)
    gate = ["scan", ".", "-q", "--changed-since", "HEAD", "--diff-only", "--fail-on", "MA202,equivalent,supported", "-o", "../a.json"]
    assert run(gate) == 1
    report = json.loads((repository.parent / "a.json").read_text())
    assert {usage["line"] for usage in report["usages"]} >= {2}
    assert len(report["files"]) == 1

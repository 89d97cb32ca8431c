"""What must not change a result: the order of files, the number of processes, hash seeds, and lines on top."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from mindaudit.audit import processes
from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit_reports import formats

ALONE = Config(jobs=1, cache=False)
PROJECTS = sorted(path for path in Path(__file__).parents[1].joinpath("projects").iterdir() if path.is_dir())
SOME = [path for path in PROJECTS if path.name in ("resolve", "hazards_router")]


def written(*paths: Path, config: Config = ALONE) -> str | bytes:
    return formats()["json"].render([scan(paths, config)])


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_lines_on_top_move_positions_and_nothing_else(project: Path, tmp_path: Path) -> None:
    checks = pytest.importorskip("checks")
    folder = copytree(project, tmp_path / project.name)
    audit = scan([folder], ALONE)
    assert any(file.findings for file in audit.files)
    checks.check_shift(folder, audit, ALONE)
    checks.check_order(folder, audit, ALONE, Random(1))


def test_the_order_of_paths_is_no_matter() -> None:
    files = [path for project in SOME for path in sorted(project.rglob("*.py"))]
    assert written(*files) == written(*reversed(files)) == written(*Random(1).sample(files, len(files)))


def test_the_number_of_processes_is_no_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = written(*SOME)
    monkeypatch.setattr(processes, "WORTH_A_PROCESS", 1)
    assert written(*SOME, config=Config(jobs=2, cache=False)) == alone


def test_hash_seeds_are_no_matter() -> None:
    def run(seed: int) -> bytes:
        command = [sys.executable, "-m", "mindaudit", "scan", "--no-config", "-q", "--format", "json", *map(str, SOME)]
        return subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": str(seed)}).stdout

    assert run(1) == run(2)

"""Scans of many repositories that are killed, whose workers die, and whose store is full."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from shell import SOURCE, needs_posix

pytest.importorskip("distributed")

from mindaudit.portfolio.store import Store
from mindaudit_reports.portfolio.records import Row

pytestmark = needs_posix
UNTIL = Path(__file__).with_name("until.py")
STEPS = {
    "nothing noted": ("mindaudit.portfolio.store:Store.note", 1),
    "waiting rows noted": ("mindaudit.portfolio.store:Store.note!", 1),
    "a row has come": ("mindaudit.portfolio.scan:_Notes.add", 1),
    "results noted": ("mindaudit.portfolio.store:Store.note!", 2),
    "before the index is made smaller": ("mindaudit.portfolio.store:Store.compact", 1),
    "segment written, old ones there": ("mindaudit.portfolio.store:Store._remove", 1),
}
OFTEN = ("waiting rows noted",)
DIES = """
import os, signal
from mindaudit.portfolio import task
audit_tree = task.audit_tree
def dying(repository, *more):
    if repository.name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return audit_tree(repository, *more)
task.audit_tree = dying
"""


@pytest.fixture(autouse=True)
def _day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772323200")


@pytest.fixture
def repositories(tmp_path: Path) -> list[str]:
    """Three folders."""
    places = [tmp_path / name for name in ("a", "deadly", "z")]
    for place in places:
        place.mkdir()
        (place / "net.py").write_text(SOURCE)
    return list(map(str, places))


def scan(repositories: list[str], store: Path, *start: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *(start or ("-P", "-m", "mindaudit")), "portfolio", "scan", *repositories, "--store", str(store), "-j", "1"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, start_new_session=True)


def rows(store: Path) -> dict[str, Row]:
    return {row.repository: row for row in Store(str(store)).rows()}


@pytest.mark.parametrize("name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.faults) for name in STEPS])
def test_a_killed_scan_is_taken_up(repositories: list[str], tmp_path: Path, name: str) -> None:
    place, at = STEPS[name]
    store = tmp_path / "store"
    assert scan(repositories, store, str(UNTIL), "SIGKILL", place, str(at)).returncode == -signal.SIGKILL
    assert {row.status for row in rows(store).values()} <= {"waiting", "audited"}
    done = scan(repositories, store)
    assert done.returncode == 0, done.stderr
    assert {row.status for row in rows(store).values()} <= {"audited", "unchanged"}
    assert sorted(rows(store)) == ["a", "deadly", "z"]
    assert scan(repositories, store).stderr.endswith("mindaudit: 0 audited, 3 unchanged, 0 empty, 0 failed\n")


def test_a_worker_that_dies_each_time_is_one_row(repositories: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(DIES)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), *filter(None, sys.path)]))
    store = tmp_path / "store"
    for statuses in ({"audited", "failed"}, {"unchanged", "failed"}):
        done = scan(repositories, store)
        assert done.returncode == 3
        assert done.stderr.count("deadly: failed") == 1
        assert "Traceback" not in done.stderr
        assert {row.status for row in rows(store).values()} == statuses
        assert [row.status for row in Store(str(store)).rows() if row.repository == "deadly"] == ["failed"]


@pytest.fixture
def full(tmp_path: Path) -> tuple[Path, Callable[[], None]]:
    """A store that has taken one report, and what makes it take no more: a limit on the size of files."""

    def limited() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

    return tmp_path / "store", limited


def test_a_full_disk_in_the_store(
    repositories: list[str], tmp_path: Path, full: tuple[Path, Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)  # what measures coverage could not write its file either
    store, limited = full
    command = [sys.executable, "-P", "-m", "mindaudit", "portfolio", "scan", *repositories, "--store", str(store), "-j", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, preexec_fn=limited, start_new_session=True)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr
    assert "cannot be written" in done.stderr
    assert [path for path in store.rglob("*") if path.is_file() and path.name.startswith(".")] == []
    assert scan(repositories, store).returncode == 0

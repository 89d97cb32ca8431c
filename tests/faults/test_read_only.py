"""Places that may not be written or read, for a user who is bound by permissions."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from shell import is_one_line, needs_posix, project, shell

pytestmark = needs_posix
DROP, OVERRIDE, SEARCH = 24, 1, 2
"""prctl's PR_CAPBSET_DROP and the rights of root to write and to read whatever it wants."""


def bound() -> None:
    """Make permissions count for root too."""
    if os.geteuid() == 0:
        control = ctypes.CDLL(None, use_errno=True).prctl
        if any(control(DROP, right, 0, 0, 0) for right in (OVERRIDE, SEARCH)):
            os._exit(77)


@pytest.fixture(autouse=True)
def _permissions_count(tmp_path: Path) -> None:
    if os.geteuid() == 0 and not sys.platform.startswith("linux"):
        pytest.skip("root may write everywhere here")
    (tmp_path / "probe").mkdir(mode=0o500)
    if shell("touch probe/x", tmp_path, bound).returncode == 0:
        pytest.skip("permissions bind nobody here")


@pytest.mark.parametrize(
    ("folder", "file"),
    [
        (0o500, None),
        (0o500, 0o400),
        *(pytest.param(*modes, marks=pytest.mark.faults) for modes in ((0o700, 0o400), (0o500, 0o600), (0o700, 0o000), (0o000, 0o600))),
    ],
)
def test_a_cache_that_may_not_be_written(tmp_path: Path, folder: int, file: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    code = project(tmp_path)
    right = shell("mindaudit scan . --format json", code).stdout
    cache = tmp_path / "cache"
    monkeypatch.setenv("MINDAUDIT_CACHE", str(cache))
    if file is None:
        cache.mkdir()
    else:
        assert shell("mindaudit scan . --format json", code).stdout == right
        (cache / "cache.sqlite").chmod(file)
    for change in ("", "y = 1\n"):
        with (code / "model.py").open("a") as source:
            source.write(change)
        cache.chmod(folder)
        done = shell("mindaudit scan . --format json", code, bound)
        cache.chmod(0o700)
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["usages"] == json.loads(right)["usages"]


@pytest.mark.parametrize(("folder", "file"), [(0o500, None), (0o500, 0o600), (0o700, 0o400)])
def test_a_report_that_may_not_be_written_is_known_before_the_scan(tmp_path: Path, folder: int, file: int | None) -> None:
    place = tmp_path / "place"
    place.mkdir()
    if file is not None:
        (place / "audit.json").write_text("old")
        (place / "audit.json").chmod(file)
    place.chmod(folder)
    done = shell("mindaudit scan . -v -o ../place/audit.json", project(tmp_path), bound)
    place.chmod(0o700)
    assert done.returncode == 2
    assert is_one_line(done.stderr), "no step was done before"
    assert "no permission" in done.stderr
    assert [path.read_text() for path in place.iterdir()] == ["old"] * (file is not None)


def test_files_that_may_not_be_read_are_rows(tmp_path: Path) -> None:
    code = project(tmp_path)
    shutil.copy(code / "model.py", code / "secret.py")
    (code / "shut").mkdir()
    (code / "shut/inner.py").write_text("x = 1\n")
    (code / ".gitignore").write_text("model.py\n")
    (code / "listed").mkdir()
    (code / "listed/inner.py").write_text("x = 1\n")
    (code / "link.py").symlink_to("shut/inner.py")
    for name in ("secret.py", "shut", ".gitignore"):
        (code / name).chmod(0)
    (code / "listed").chmod(0o400)
    done = shell("mindaudit scan . --format json", code, bound)
    for name in ("shut", "listed"):
        (code / name).chmod(0o700)
    assert (done.returncode, done.stderr) == (0, "")
    found = {file["path"]: file["problem"] and file["problem"]["code"] for file in json.loads(done.stdout)["files"]}
    assert found == dict.fromkeys(["link.py", "listed/inner.py", "secret.py", "shut"], "MA902") | {"model.py": None}
    assert shell("mindaudit scan secret.py -q -o ../a.json", code, bound).returncode == 3


@pytest.mark.parametrize("name", ["mindaudit.toml", "pyproject.toml"])
def test_a_configuration_that_may_not_be_read_is_one_line(tmp_path: Path, name: str) -> None:
    code = project(tmp_path)
    (code / name).write_text("")
    (code / name).chmod(0)
    done = shell("mindaudit scan .", code, bound)
    assert done.returncode == 2
    assert is_one_line(done.stderr)


def test_rewriting_what_may_not_be_written(tmp_path: Path) -> None:
    code = project(tmp_path)
    old = (code / "model.py").read_text()
    code.chmod(0o500)
    done = shell("mindaudit rewrite project --in-place --force -q", tmp_path, bound)
    code.chmod(0o700)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert [(path.name, path.read_text()) for path in code.iterdir()] == [("model.py", old)]


def test_a_baseline_that_may_not_be_written(tmp_path: Path) -> None:
    code = project(tmp_path)
    code.chmod(0o500)
    done = shell("mindaudit baseline create project --baseline project/b.json", tmp_path, bound)
    code.chmod(0o700)
    assert done.returncode == 2
    assert is_one_line(done.stderr)
    assert "no permission" in done.stderr


@pytest.mark.parametrize("command", ["scan shut/project", "scan . -o shut/a.html", "report shut/a.json", "scan . --config shut/m.toml"])
def test_what_lies_where_one_may_not_look_is_one_line(tmp_path: Path, command: str) -> None:
    (tmp_path / "shut").mkdir()
    (tmp_path / "x.py").write_text("x = 1\n")
    (tmp_path / "shut").chmod(0)
    done = shell(f"mindaudit {command}", tmp_path, bound)
    (tmp_path / "shut").chmod(0o700)
    assert done.returncode == 2
    assert is_one_line(done.stderr)


def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    code = project(tmp_path)
    (tmp_path / "gone").mkdir()
    done = shell(f"cd gone && rmdir ../gone && mindaudit scan {code}", tmp_path)
    assert done.returncode == 2
    assert done.stderr == "mindaudit: the current folder is gone; change to another one\n"

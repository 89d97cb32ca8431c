"""Code that nobody wrote for mindaudit, with every file accounted for; `python benchmarks/corpora.py PATH...` takes any other."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the peak of a process is read as POSIX tells it", allow_module_level=True)

from corpora import account


@pytest.mark.packages
def test_the_standard_library_and_its_tests() -> None:
    found = account(Path(os.__file__).parent)
    assert found.failures == []
    assert found.files > 500
    assert found.megabytes < 1536


def test_what_discovery_leaves_out_has_a_reason(tmp_path: Path) -> None:
    for name in ("a.py", "b.ipynb", ".hidden/c.py", "x/site-packages/d.py", "venv/e.py", "ignored.py", "broken.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("import torch\n" if name != "broken.py" else "x = (")
    (tmp_path / "venv" / "pyvenv.cfg").touch()
    found = account(tmp_path)
    assert {row["path"]: row["status"] for row in found.rows} == {
        "a.py": "analyzed",
        "b.ipynb": "problem",
        "broken.py": "problem",
        "ignored.py": "analyzed",
    }
    assert found.skipped == {
        ".hidden/c.py": "in a hidden folder",
        "x/site-packages/d.py": "in site-packages",
        "venv/e.py": "in a virtual environment",
    }
    assert (found.files, found.failures) == (7, [])


def test_a_file_that_is_lost_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("import torch\n")
    (tmp_path / "lost.py").write_text("import torch\n")
    (tmp_path / ".gitignore").write_text("lost.py\n")
    assert account(tmp_path).failures == ["lost.py: neither in the report nor skipped for a reason"]
    monkeypatch.setattr("corpora.sys.executable", "false")
    assert account(tmp_path).failures[0] == "the scan ended with status 1"

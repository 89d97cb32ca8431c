"""Whatever lies in the folder that one stands in, and in the audited one, is read and never run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STANDARD = (
    "json csv pickle socket struct signal threading typing tokenize selectors sqlite3 hashlib dataclasses collections enum re queue inspect"
)
INSTALLED = "torch mindspore numpy pandas libcst msgspec click rich jinja2 pathspec mindaudit_data mindaudit_reports mindaudit_plugin"
TOOLS = "setup conftest sitecustomize usercustomize __init__ __main__ noxfile tasks"
PROJECT = """
[build-system]
requires = []
build-backend = "setup"
backend-path = ["."]
[tool.mindaudit]
jobs = 2
[project]
name = "audited"
version = "1"
[project.entry-points.mindaudit]
plugin = "mindaudit_plugin:main"
[project.entry-points."mindaudit.formats"]
plugin = "mindaudit_plugin:main"
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder in which everything that Python, tools or mindaudit might import leaves a mark."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in f"{STANDARD} {INSTALLED} {TOOLS}".split():
        (folder / f"{name}.py").write_text(f"import os\nopen({str(tmp_path / 'mark-')!r} + {name!r}, 'w')\nos.remove\nimport torch\n")
    (folder / "audited.pth").write_text(f"import os; open({str(tmp_path / 'mark-pth')!r}, 'w')\n")
    (folder / "pyproject.toml").write_text(PROJECT)
    return folder


def marks(trap: Path) -> list[str]:
    return sorted(path.name for path in trap.parent.glob("mark-*"))


def start(trap: Path, *command: str) -> None:
    """Run a command in the trap, without what tests and coverage set for child processes."""
    unsafe = {name: value for name, value in os.environ.items() if not name.startswith(("COV", "PYTHONSAFEPATH"))}
    subprocess.run([sys.executable, *command], cwd=trap, check=True, capture_output=True, env=unsafe, timeout=60)


SCRIPT = "import sys; sys.path = [entry for entry in sys.path if entry]; from mindaudit.__main__ import main; main()"
"""What the installed command does: its own folder, not the current one, is where Python looks first."""


def test_neither_the_command_nor_its_workers_import_what_lies_around(trap: Path) -> None:
    (trap / "long.py").write_text("#" * 900_000)
    start(trap, "-c", SCRIPT, "scan", ".", "--format", "json", "-o", "../audit.json")
    assert (trap.parent / "audit.json").exists()
    assert marks(trap) == []


@pytest.mark.parametrize("arguments", [("scan", ".", "--format", "html"), ("rewrite", "."), ("config", "show"), ("api", "torch.abs")])
def test_nor_does_python_with_the_modules_name(trap: Path, arguments: tuple[str, ...]) -> None:
    # Python itself imports these from the current folder before it hands over
    for name in ("runpy", "collections", "inspect", "enum", "re"):
        (trap / f"{name}.py").unlink(missing_ok=True)
    start(trap, "-m", "mindaudit", *arguments)
    assert marks(trap) == []


def test_nor_do_formats(trap: Path) -> None:
    for name in ("csv", "xlsx", "sarif", "markdown", "github", "term"):
        start(trap, "-c", SCRIPT, "scan", "torch.py", "--format", name, "-o", f"../out.{name}")
    assert marks(trap) == []


def test_the_library_leaves_the_callers_path_alone(tmp_path: Path) -> None:
    code = "import sys; before = list(sys.path); import mindaudit.audit.collect_files; assert sys.path == before"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)

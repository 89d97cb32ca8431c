"""No way from audited text to code: by what our packages contain, and by what Python says that a run does."""

from __future__ import annotations

import ast
import io
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import mindaudit
import mindaudit_data
import mindaudit_reports
from mindaudit.audit.collect_files import collect_one, collect_packed
from mindaudit.model import Problem, SourceFile

PACKAGES = [Path(str(package.__file__)).parent for package in (mindaudit, mindaudit_data, mindaudit_reports)]
MODULES = {f"{folder.name}/{file.relative_to(folder).as_posix()}": file for folder in PACKAGES for file in folder.rglob("*.py")}
UNSAFE_MODULES = frozenset({"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "imp", "runpy", "code", "pty", "xml"})
UNSAFE_CALLS = frozenset({"eval", "exec", "compile", "__import__", "input", "breakpoint"})
UNSAFE_METHODS = frozenset({"os.system", "os.popen", "os.execv", "os.spawnv", "os.startfile", "tempfile.mktemp", "importlib.reload"})
VERIFYING = ("mindaudit/prove/", "mindaudit/verify/")
"""What runs the table's own samples, or the models that a user names, on request; scanning may not import it."""
ALLOWED = {
    ("mindaudit/sources/notebook.py", "compile"),  # only ever to a syntax tree, as the test below says
    ("mindaudit/policy/changed_lines.py", "subprocess"),
    ("mindaudit/audit/collect_files.py", "concurrent"),
    ("mindaudit/audit/processes.py", "multiprocessing"),
    ("mindaudit/audit/processes.py", "concurrent"),
    ("mindaudit/lsp/server.py", "concurrent"),
    ("mindaudit/tables/download.py", "requests"),
    ("mindaudit/tables/download.py", "urllib3"),
    ("mindaudit/hazards/checking.py", "import_module"),  # names of their own package
    ("mindaudit/cli/_groups.py", "import_module"),
    ("mindaudit/portfolio/git.py", "subprocess"),
    ("mindaudit/portfolio/child.py", "subprocess"),
    ("mindaudit_reports/portfolio/formats/__init__.py", "import_module"),
    ("mindaudit_reports/__init__.py", "import_module"),
}
RESTRICTED = frozenset({"subprocess", "multiprocessing", "concurrent", "requests", "urllib3", "urllib.request", "http", "socket", "ctypes"})


def dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def dangers(tree: ast.AST) -> Iterator[str]:
    """What a module imports or calls that could run something or reach outside."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            yield from (each for name in names for each in {name, name.partition(".")[0]} if each in UNSAFE_MODULES | RESTRICTED)
        elif isinstance(node, ast.Call):
            name = dotted(node.func)
            if name in UNSAFE_CALLS | UNSAFE_METHODS or name.rpartition(".")[2] == "import_module":
                yield name.rpartition(".")[2] if name.endswith("import_module") else name
            if any(keyword.arg == "shell" for keyword in node.keywords):
                yield "shell"


def test_the_search_finds_what_it_is_for() -> None:
    text = (
        "import pickle\nfrom yaml import a\neval('1')\nos.system('x')\nrun(shell=True)\nimportlib.import_module(x)\nimport urllib.request"
    )
    assert sorted(dangers(ast.parse(text))) == ["eval", "import_module", "os.system", "pickle", "shell", "urllib.request", "yaml"]


def test_no_module_can_run_what_it_reads() -> None:
    searched = [name for name in MODULES if not name.startswith(VERIFYING) and "/recipes/" not in name]
    found = {(name, each) for name in searched for each in dangers(ast.parse(MODULES[name].read_text("utf-8")))}
    assert {(name, each) for name, each in found if (name, each.partition(".")[0]) not in ALLOWED} == set()
    assert len(searched) > 150


def test_every_permission_is_still_needed() -> None:
    found = {(name, each) for name, file in MODULES.items() for each in dangers(ast.parse(file.read_text("utf-8")))}
    assert {(name, each.partition(".")[0]) for name, each in found} >= {(name, each) for name, each in ALLOWED}


def test_cells_are_compiled_to_a_tree_and_no_further() -> None:
    tree = ast.parse(MODULES["mindaudit/sources/notebook.py"].read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and dotted(node.func) == "compile"]
    assert ["PyCF_ONLY_AST" in ast.unparse(call) for call in calls] == [True]


def test_between_processes_move_only_texts_and_figures() -> None:
    source = SourceFile(
        "a/x.py", "x.py", "import torch\nx = torch.abs(1j, b'', ..., None, **{'a': [1.5]})\nclass A(torch.nn.Module): pass\n"
    )
    broken = SourceFile("y", "y", "x = (")
    for moved in (source, collect_packed(collect_one, source), collect_packed(collect_one, broken), Problem("MA901", "x")):
        reading = Noting(io.BytesIO(pickle.dumps(moved)))
        assert reading.load() == moved
        assert {name for name in reading.named if not name.startswith("mindaudit.model.")} == set()


class Noting(pickle.Unpickler):
    """Notes by what names our own objects are put together."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.named: set[str] = set()

    def find_class(self, module: str, name: str) -> object:
        self.named.add(f"{module}.{name}")
        return super().find_class(module, name)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    code = "import torch, os\nos.system('touch mark')\nopen('mark', 'w')\nx = torch.abs(torch.ones(2))\n"
    for name in ("model.py", "setup.py", "conftest.py", "sitecustomize.py"):
        (folder / name).write_text(code)
    (folder / "n.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "source": code}], "nbformat": 4, "metadata": {}}))
    (folder / "recipes.py").write_text(code + "def own(x):\n    return x\n")
    (folder / "rows.csv").write_text("torch_name,verdict,template\ntorch.abs,composable,own({input})\n")
    (folder / "mindaudit.toml").write_text('mappings = ["rows.csv"]\nrecipes = ["recipes.py"]\n')
    return folder


@pytest.mark.parametrize(
    "command",
    [
        ("scan", ".", "--format", "json=OUT/a.json", "--format", "html=OUT/a.html"),
        ("scan", ".", "--format", "csv=OUT/a.csv", "--format", "xlsx=OUT/a.xlsx", "--format", "sarif=OUT/a.sarif"),
        ("scan", ".", "--explain-resolution", "model.py:4"),
        ("rewrite", ".", "--output", "OUT/new"),
        ("baseline", "create", ".", "--baseline", "OUT/b.json"),
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_a_run_by_pythons_own_account(project: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    """No code of the project is compiled or run, nothing is started or connected to, nothing is written but what was asked for."""
    out, log = tmp_path / "out", tmp_path / "log"
    out.mkdir()
    settings = {**os.environ, "MINDAUDIT_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
    start = [sys.executable, "-P", str(Path(__file__).with_name("watched.py")), str(log)]
    done = subprocess.run(
        [*start, *(word.replace("OUT", str(out)) for word in command)], cwd=project, env=settings, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert len(events) > 100
    here = (str(project), ".")
    ran = [event for event in events if event[0] == "exec" and str(event[1]).startswith(here)]
    imported = [event for event in events if event[0] == "import" and str(event[2] or "").startswith(here)]
    started = [
        event
        for event in events
        if event[0].startswith(("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "socket.", "pickle."))
    ]
    assert (ran, imported, started) == ([], [], [])
    written = {
        str(event[1]) for event in events if event[0] == "open" and isinstance(event[3], int) and event[3] & (os.O_WRONLY | os.O_RDWR)
    }
    places = [Path(name) for name in written if name != os.devnull and not name.isdecimal()]
    assert all(place.is_relative_to(tmp_path) and not place.is_relative_to(project) for place in places), written
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before

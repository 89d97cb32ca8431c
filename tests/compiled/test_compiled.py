"""The compiled modules of a wheel do what their plain sources do: `tox -e compiled` runs this and then the other tests on them."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled
ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / folder) for folder in ("analyzer", "mapping_data", "reports"))
SUBJECTS = ["tests/projects", "examples", "analyzer", "benchmarks"]


MODULES = ["collect.walk", "collect.tokens", "resolve.solver.evaluator", "resolve.values.domain", "classify.judge"]


@pytest.mark.parametrize("module", MODULES)
def test_the_wheel_is_compiled(module: str) -> None:
    assert str(importlib.import_module(f"mindaudit.{module}").__file__).endswith(".so")


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_report_is_that_of_the_plain_sources(subject: str, tmp_path: Path) -> None:
    compiled = report(subject, tmp_path / "compiled.json", {})
    assert compiled == report(subject, tmp_path / "plain.json", {"PYTHONPATH": SOURCES})


def test_a_change_is_taken_up_as_by_the_plain_sources(tmp_path: Path) -> None:
    """What was kept of an earlier run is read back by types, which compiled modules have none of."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "net.py").write_text("import torch\n\n\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x.sum()\n")
    (project / "use.py").write_text("import net\n\n\ndef g(y):\n    return net.f(y).view(-1)\n")
    kept = {"MINDAUDIT_CACHE": str(tmp_path / "cache")}
    report(str(project), tmp_path / "first.json", kept)
    with (project / "use.py").open("a") as file:
        file.write("\n\ndef h(y):\n    return net.f(y).nonzero()\n")
    again = report(str(project), tmp_path / "again.json", kept)
    assert again == report(str(project), tmp_path / "plain.json", {"PYTHONPATH": SOURCES})


def report(subject: str, file: Path, environment: dict[str, str]) -> bytes:
    command = [sys.executable, "-m", "mindaudit", "scan", subject, "-q", "--format", "json", "-o", str(file)]
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, cwd=ROOT, env=clean | {"MINDAUDIT_CACHE": "off"} | environment, check=True)
    return file.read_bytes()

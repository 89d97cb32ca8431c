from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from mindaudit.audit import collect_files as module
from mindaudit.audit.collect_files import collect_files, collect_one
from mindaudit.model import SourceFile
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read


def found(*paths: Path) -> tuple[SourceFile, ...]:
    return tuple(map(read, discover(paths).files))


def project(root: Path) -> tuple[SourceFile, ...]:
    (root / "good.py").write_text("import torch\nx = torch.ones(2)\n")
    (root / "broken.py").write_text("x = 1\ny = (\n")
    (root / "deep.py").write_text("x = " + "(" * 5_000 + ")" * 5_000)
    (root / "binary.py").write_bytes(b"\0\1")
    return found(root)


def test_a_file_that_fails_is_a_problem_and_the_rest_goes_on(tmp_path: Path) -> None:
    sources, facts = collect_files(project(tmp_path), 1)
    assert {source.name: source.problem and source.problem.code for source in sources} == {
        "binary.py": "MA902",
        "broken.py": "MA901",
        "deep.py": "MA901",
        "good.py": None,
    }
    assert list(facts) == ["good.py"]


def test_several_processes_give_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = project(tmp_path)
    alone = collect_files(files, 1)
    monkeypatch.setattr("mindaudit.audit.processes.WORTH_A_PROCESS", 1)
    seen: list[tuple[object, ...]] = []
    together = collect_files(files, 2, lambda *step: seen.append(step))
    assert together == alone
    assert [step[:3] for step in seen] == [("collect", done, 3) for done in range(4)]
    assert {step[3] for step in seen[1:]} == {file.name for file in files if file.problem is None}


def die_on_poison(file: SourceFile) -> module.Outcome:
    if file.name == "poison.py":
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return collect_one(file)


def test_a_worker_that_dies_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.py", "poison.py", "z.py"):
        (tmp_path / name).write_text("import torch\n")
    monkeypatch.setattr("mindaudit.audit.processes.WORTH_A_PROCESS", 1)
    monkeypatch.setattr(module, "collect_one", die_on_poison)
    sources, facts = collect_files(found(tmp_path), 2)
    assert list(facts) == ["a.py", "z.py"]
    assert [source.problem and source.problem.message for source in sources] == [None, "the parser crashed on this file", None]


def test_a_worker_that_dies_while_files_are_handed_out_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        (tmp_path / f"f{number:02}.py").write_text("import torch\n")
    (tmp_path / "poison.py").write_text("import torch\nx = torch.ones(2)\n")  # the longest, so the first
    submit = ProcessPoolExecutor.submit

    def slowly(pool: ProcessPoolExecutor, *given: Any) -> Future[Any]:
        future = submit(pool, *given)
        wait([future], 20)
        return future

    monkeypatch.setattr(ProcessPoolExecutor, "submit", slowly)
    monkeypatch.setattr("mindaudit.audit.processes.WORTH_A_PROCESS", 1)
    monkeypatch.setattr(module, "collect_one", die_on_poison)
    sources, facts = collect_files(found(tmp_path), 2)
    assert len(facts) == 12
    assert [source.name for source in sources if source.problem] == ["poison.py"]


def test_a_parser_that_raises_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: SourceFile) -> None:
        raise ZeroDivisionError(source.name)

    monkeypatch.setattr("mindaudit.collect.collect", fail)
    (tmp_path / "x.py").write_text("")
    sources, facts = collect_files(found(tmp_path), 1)
    assert not facts
    assert sources[0].problem is not None
    assert "ZeroDivisionError: x.py" in sources[0].problem.message


@pytest.mark.parametrize("on_input", [False, True])
def test_the_main_program_is_not_run_again_by_workers(on_input: bool, tmp_path: Path) -> None:
    """A program without a guard, in a file or on standard input, calls the library with two processes."""
    program = """
from mindaudit.audit import processes
from mindaudit.audit.collect_files import collect_files
from mindaudit.model import SourceFile
print("once")
processes.WORTH_A_PROCESS = 1
_, facts = collect_files([SourceFile(f"{n}.py", f"{n}.py", "import torch\\n") for n in range(4)], 2)
print(len(facts))
"""
    (tmp_path / "program.py").write_text(program)
    command = [sys.executable, "-" if on_input else str(tmp_path / "program.py")]
    done = subprocess.run(command, input=program if on_input else "", capture_output=True, text=True, timeout=120, check=False)
    assert (done.stdout, done.stderr) == ("once\n4\n", "")

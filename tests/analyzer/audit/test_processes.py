"""Copies are made by a process with one thread only, which a test runner is not: so each of these runs a program of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import indent

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux only")

PROJECTS = str(Path(__file__).parents[2] / "projects")
HEAD = """
import os, signal, sys, threading, time
from functools import partial
from mindaudit.audit import processes
from mindaudit.audit.processes import in_copies

parent = os.getpid()

def where(number):
    time.sleep(0.05)
    return number, os.getpid() == parent

def shown(jobs, work=where):
    with in_copies([partial(work, number) for number in range(12)], jobs, None) as results:
        print("meanwhile")
        found = list(results)
    assert [number for number, _ in found] == list(range(12))
    print(sorted({here for _, here in found}))
"""


def run(code: str, folder: Path) -> list[str]:
    body = indent(code.strip(), "    ")
    (folder / "program.py").write_text(f"{HEAD}\nif __name__ == '__main__':\n{body}\n")
    done = subprocess.run([sys.executable, folder / "program.py"], capture_output=True, text=True, timeout=120, check=False)
    assert not done.stderr
    return done.stdout.split("\n")[:-1]


def test_copies_do_the_work_in_order(tmp_path: Path) -> None:
    assert run("shown(2)", tmp_path) == ["meanwhile", "[False]"]


def test_one_process_does_it_itself(tmp_path: Path) -> None:
    assert run("shown(1)", tmp_path) == ["meanwhile", "[True]"]


def test_a_process_with_another_thread_makes_no_copies(tmp_path: Path) -> None:
    assert run("threading.Thread(target=time.sleep, args=(5,), daemon=True).start()\nshown(2)", tmp_path) == ["meanwhile", "[True]"]


@pytest.mark.parametrize("deadly", ["{6}", "{0, 11}", "set(range(12))"])
def test_a_task_that_ends_its_process_is_lost_alone(tmp_path: Path, deadly: str) -> None:
    """It is not tried again where it would end the audit itself; the others are done in copies."""
    code = f"""
def die(number):
    if number in {deadly}:
        os.kill(os.getpid(), signal.SIGKILL)
    return number, os.getpid() == parent
with in_copies([partial(die, number) for number in range(12)], 2, "lost") as results:
    found = list(results)
print([each == "lost" for each in found] == [number in {deadly} for number in range(12)])
print({{each[1] for each in found if each != "lost"}} <= {{False}})
"""
    assert run(code, tmp_path) == ["True", "True"]


def test_a_copy_that_dies_while_tasks_are_handed_out_costs_its_task_alone(tmp_path: Path) -> None:
    code = """
def die(number):
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number

from concurrent.futures import ProcessPoolExecutor

def slowly(*given, submit=ProcessPoolExecutor.submit):
    time.sleep(0.5)
    return submit(*given)

ProcessPoolExecutor.submit = slowly
with in_copies([partial(die, number) for number in range(12)], 2, "lost") as results:
    print(list(results) == ["lost", *range(1, 12)])
"""
    assert run(code, tmp_path) == ["True"]


def test_no_copy_is_left_behind(tmp_path: Path) -> None:
    code = """
try:
    with in_copies([partial(where, number) for number in range(1000)], 2, None) as results:
        raise ZeroDivisionError
except ZeroDivisionError:
    print(len(__import__("multiprocessing").active_children()))
"""
    assert run(code, tmp_path) == ["0"]


def test_a_scan_with_copies_gives_the_same(tmp_path: Path) -> None:
    code = f"""
from mindaudit.audit import engine
from mindaudit.audit import pipeline as judging
from mindaudit.config.schema import Config
from mindaudit_reports import formats

def made(jobs):
    return formats()["json"].render([engine.scan([{PROJECTS!r}], Config(jobs=jobs, cache=False))])

processes.WORTH_A_PROCESS = 1
used = []
judging.worth = lambda jobs, characters: used.append(processes.worth(jobs, characters)) or used[-1]
print(made(1) == made(2), used)
"""
    assert run(code, tmp_path) == ["True [1, 2]"]


def test_a_file_that_ends_the_analysis_is_one_problem(tmp_path: Path) -> None:
    code = f"""
from mindaudit.audit import engine, pipeline
from mindaudit.config.schema import Config

def deadly(source, case, judge=pipeline._judge_file):
    if source.name.endswith("beam.py"):
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(source, case)

pipeline._judge_file, processes.WORTH_A_PROCESS = deadly, 1
files = engine.scan([{PROJECTS!r}], Config(jobs=2, cache=False)).files
print(len(files) > 20, *(file.problem.message for file in files if file.problem))
"""
    assert run(code, tmp_path) == ["True the analysis ended its process on this file"]

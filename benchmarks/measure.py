"""Times whole processes in turn, and tells ratios of what they took."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

JOBS = 2
"""Processes that read files in every scan, however many processors there are."""

PARSE = """
import sys, time, libcst
start = time.process_time()
for path in sys.stdin.read().splitlines():
    try:
        with open(path, "rb") as file:
            libcst.parse_module(file.read())
    except libcst.ParserSyntaxError:
        pass
print(time.process_time() - start)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What a process and those that it started took from start to end."""

    seconds: float
    cpu: float
    megabytes: float
    """The peak of the largest of these processes."""
    output: str = ""


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two times that were taken in turn, and what the first should be at most for each second of the second."""

    name: str
    seconds: float
    unit: float
    limit: float | None = None

    @property
    def value(self) -> float:
        return self.seconds / self.unit


def run(command: Sequence[str | Path], text: str = "", cache: Path | None = None, folder: Path | None = None, status: int = 0) -> Run:
    """Run a command with this cache folder, or with none. Raises CalledProcessError for an exit status above `status`."""
    environment = os.environ | {"MINDAUDIT_CACHE": str(cache or "off")}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
        given.write(text.encode("utf-8", "surrogateescape"))
        given.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=said, stderr=subprocess.DEVNULL, env=environment, cwd=folder)
        _, ended, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(ended)
        if not 0 <= process.returncode <= status:
            raise subprocess.CalledProcessError(process.returncode, list(map(str, command)))
        said.seek(0)
        return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said.read().decode("utf-8", "replace"))


def python(*arguments: str | Path, text: str = "", cache: Path | None = None, folder: Path | None = None, status: int = 0) -> Run:
    """Run this interpreter."""
    return run([sys.executable, *arguments], text, cache, folder, status)


def parse(folder: Path) -> Run:
    """libcst's own parse of every Python file of a folder in one process; the CPU time of the parse alone is the output."""
    return python("-c", PARSE, text="\n".join(map(str, python_files(folder))))


def scan(folder: Path, report: Path, cache: Path | None = None) -> Run:
    """A whole audit, from the start of the process to the written JSON report."""
    with tempfile.TemporaryDirectory() as scratch:
        settings = Path(scratch, "mindaudit.toml")
        settings.write_text(f"jobs = {JOBS}\n")
        return python("-m", "mindaudit", "scan", folder, "--config", settings, "-q", "--format", "json", "-o", report, cache=cache)


def cold_scan(folder: Path) -> Run:
    """A whole audit with an empty cache, which it fills."""
    with tempfile.TemporaryDirectory() as scratch:
        return scan(folder, Path(scratch, "audit.json"), Path(scratch, "cache"))


def inside(taken: Run) -> Run:
    """The CPU seconds that a program printed about a part of itself, in place of what its process took."""
    cpu = float(taken.output)
    return Run(cpu, cpu, taken.megabytes)


def in_turn(repeats: int, *actions: Callable[[], Run]) -> list[Run]:
    """The least that each action took when all were run in turn, and the most memory."""
    rounds = [[action() for action in actions] for _ in range(repeats)]
    return [
        Run(min(each.seconds for each in runs), min(each.cpu for each in runs), max(each.megabytes for each in runs), runs[-1].output)
        for runs in zip(*rounds, strict=True)
    ]


def python_files(folder: Path) -> list[Path]:
    """Every Python file beneath a folder, in order of name."""
    return sorted(folder.rglob("*.py"))


def show(ratios: Iterable[Ratio]) -> None:
    """Print a line for each ratio as soon as it is there."""
    for ratio in ratios:
        aim = "" if ratio.limit is None else f"{ratio.limit:>8.2f}  {'held' if ratio.value <= ratio.limit else 'MISSED'}"
        print(f"{ratio.name:<64}{ratio.seconds:>9.2f}{ratio.unit:>9.2f}{ratio.value:>8.3f}{aim}", flush=True)

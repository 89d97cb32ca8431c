#!/usr/bin/env python3
"""Whole bodies of code through `mindaudit scan`, and an account of every file: `python benchmarks/corpora.py [--jobs N] [-v] [PATH...]`.

Without PATH: the standard library of this interpreter, with its tests. The *.py and *.ipynb files on disk are counted apart from the
scan; each must be a row of the report, or lie where discovery leaves files out. Exits with 1 if one is neither, or where the scan or the
analysis of a file failed. Seconds are wall time from the start of the process to the written report, MB the peak of its largest process.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LEFT_OUT = frozenset({"__pycache__", "__pypackages__", "node_modules", "site-packages"})
FAILED = re.compile(r"the analysis failed|the parser (failed|crashed)|the rule \w+ failed")
HEAD = f"{'':<28}{'files':>7}{'analyzed':>9}{'no torch':>9}{'problem':>8}{'skipped':>8}{'usages':>9}{'hazards':>8}{'seconds':>8}{'MB':>6}"
RUN = """
import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""
# a process between, since the peak of a child counts what its parent held when it was made


@dataclass(frozen=True, slots=True)
class Account:
    """What became of the files of one folder."""

    folder: Path
    status: int
    seconds: float
    megabytes: float
    rows: Sequence[dict[str, Any]]
    skipped: dict[str, str]
    """Files on disk that are no rows, and the reason that their place gives; empty where it gives none."""
    extra: Sequence[str]
    """Rows that are no files on disk."""
    usages: int
    hazards: int

    @property
    def files(self) -> int:
        return len(self.rows) - len(self.extra) + len(self.skipped)

    @property
    def failures(self) -> list[str]:
        """What must not be, a line each."""
        lines = [f"{path}: neither in the report nor skipped for a reason" for path, reason in self.skipped.items() if not reason]
        lines += [f"{path}: in the report and not on disk" for path in self.extra]
        lines += [
            f"{row['path']}: {row['problem']['message']}"
            for row in self.rows
            if row["problem"] and FAILED.search(row["problem"]["message"])
        ]
        return [f"the scan ended with status {self.status}", *lines] if self.status else lines


def account(folder: Path, jobs: int = 1) -> Account:
    """Scan a folder in a process of its own, and hold the report against what is on disk."""
    with tempfile.TemporaryDirectory() as scratch:
        report, settings = Path(scratch, "audit.json"), Path(scratch, "mindaudit.toml")
        settings.write_text(f"jobs = {jobs}\ncache = false\n")
        command = [sys.executable, "-m", "mindaudit", "scan", str(folder), "--config", str(settings), "-q", "-o", str(report)]
        start = time.perf_counter()
        done = subprocess.run([sys.executable, "-c", RUN, *command], stdout=subprocess.PIPE, text=True, check=False)
        seconds = time.perf_counter() - start
        audit = json.loads(report.read_text("utf-8")) if report.exists() else {"files": [], "usages": [], "hazards": []}
    listed = {row["path"] for row in audit["files"]}
    on_disk = dict(_on_disk(folder))
    skipped = {name: _reason(path, folder) for name, path in on_disk.items() if name not in listed}
    return Account(
        folder=folder,
        status=done.returncode,
        seconds=seconds,
        megabytes=int(done.stdout or 0) / 1024,
        rows=audit["files"],
        skipped=skipped | dict.fromkeys(_ignored(folder, [name for name, reason in skipped.items() if not reason]), "ignored by git"),
        extra=sorted(listed - set(on_disk)),
        usages=len(audit["usages"]),
        hazards=len(audit["hazards"]),
    )


def _on_disk(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every Python file and notebook beneath a folder, by the name that reports give it."""
    for path in folder.rglob("*"):
        if path.suffix in (".py", ".ipynb") and (path.is_symlink() or not path.is_dir()):
            yield os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", "backslashreplace"), path


def _reason(path: Path, folder: Path) -> str:
    """Why discovery passes over a file that lies here; empty if its place gives no reason."""
    for parent in path.relative_to(folder).parents[-2::-1]:
        if parent.name in LEFT_OUT:
            return f"in {parent.name}"
        if parent.name.startswith("."):
            return "in a hidden folder"
        if (folder / parent / "pyvenv.cfg").exists():
            return "in a virtual environment"
    return ""


def _ignored(folder: Path, names: Sequence[str]) -> list[str]:
    """Those of the names that git ignores; none where it ignores the whole folder, since whoever names that wants it."""

    def check(paths: Iterable[str]) -> list[str]:
        command = ["git", "-C", str(folder), "check-ignore", "--no-index", "-z", "--stdin"]
        return subprocess.run(command, input="\0".join(paths), capture_output=True, text=True, check=False).stdout.split("\0")[:-1]

    return [] if not names or check(["."]) else check(names)


def show(found: Account, verbose: bool) -> None:
    """Print the figures, then how often each reason was given."""
    status = Counter(row["status"] for row in found.rows)
    counts = f"{found.files:>7}{status['analyzed']:>9}{status['no-torch']:>9}{status['problem']:>8}{len(found.skipped):>8}"
    print(f"{found.folder.name[:27]:<28}{counts}{found.usages:>9}{found.hazards:>8}{found.seconds:>8.1f}{found.megabytes:>6.0f}")
    for reason, count in sorted(Counter(found.skipped.values()).items()):
        print(f"    skipped {count}: {reason or 'for no reason that is known'}")
    reasons = Counter((row["status"], row["problem"]["code"], _general(row["problem"]["message"])) for row in found.rows if row["problem"])
    for (state, code, message), count in reasons.most_common():
        print(f"    {state} with {code} {count}: {message}")
    if verbose:
        for row in found.rows:
            if row["problem"]:
                print(f"        {row['path']}:{row['problem']['line'] or 0}: {row['problem']['code']} {row['problem']['message']}")
    for line in found.failures:
        print(f"    FAILED {line}")


def _general(message: str) -> str:
    """A message without the names and numbers that tell one place from another."""
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'|`[^`]*`", "…", message))[:100]


def main() -> int:
    """Account for each path and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1, help="processes that read files [default: 1]")
    parser.add_argument("-v", "--verbose", action="store_true", help="name every file with a problem")
    parser.add_argument("paths", type=Path, nargs="*", metavar="PATH")
    options = parser.parse_args()
    print(HEAD, flush=True)
    failed = False
    for folder in options.paths or [Path(os.__file__).parent]:
        found = account(folder.resolve(), options.jobs)
        show(found, options.verbose)
        sys.stdout.flush()
        failed |= bool(found.failures)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

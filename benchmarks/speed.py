"""Speed of a cold scan, as a ratio that holds on any machine.

    python benchmarks/speed.py [PATH...]        without PATH: timm and torchvision, downloaded once

Prints for each path the wall time of libcst's own parse of the same files in one process (garbage collector at its default), that of a
whole `mindaudit scan --format json`, and their ratio, taken in turn in the same run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from subjects import VERSIONS, subject

PARSE = """
import sys, libcst
for path in sys.stdin.read().splitlines():
    try:
        libcst.parse_module(open(path, "rb").read())
    except libcst.ParserSyntaxError:
        pass
"""


def parse_seconds(folder: Path) -> float:
    """Wall time of libcst's parse of every Python file in a folder."""
    files = "\n".join(str(path) for path in sorted(folder.rglob("*.py")))
    return _seconds([sys.executable, "-c", PARSE], files)


def scan_seconds(folder: Path) -> float:
    """Wall time of a cold scan of a folder, from the start of the process to the written report."""
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "audit.json"
        seconds = _seconds([sys.executable, "-m", "mindaudit", "scan", str(folder), "--format", "json", "-o", str(report)], cache=scratch)
        assert report.stat().st_size > 0
    return seconds


def _seconds(command: Sequence[str], text: str = "", cache: str = "") -> float:
    environment = os.environ | ({"MINDAUDIT_CACHE": cache} if cache else {})
    start = time.perf_counter()
    subprocess.run(command, input=text, text=True, check=True, env=environment, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Measure each path and print a table."""
    folders = [Path(path) for path in sys.argv[1:]] or [subject(name) for name in VERSIONS]
    print(f"{'':<24}{'libcst s':>10}{'scan s':>10}{'ratio':>8}")
    for folder in folders:
        parse, scan = parse_seconds(folder), scan_seconds(folder)
        print(f"{folder.name:<24}{parse:>10.1f}{scan:>10.1f}{scan / parse:>8.2f}")


if __name__ == "__main__":
    main()

"""A further release of MindSpore is one line in `mindaudit_data.versions` and one command: nothing else names the newest release."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from mindaudit_data.versions import TARGETS, TORCH

ROOT = Path(__file__).parents[1]
FOLDERS = ("analyzer", "reports", "mapping_data", "benchmarks", "docs", ".github")
SUFFIXES = (".py", ".md", ".j2", ".yml")
FILES = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES and "recipes" not in path.parts]
TABLES = {ROOT / "mapping_data" / name for name in ("DISAGREEMENTS.md", "mindaudit_data/versions.py")}


def test_one_constant_names_the_newest_releases() -> None:
    newest = re.compile(rf"\b({re.escape(TARGETS[-1])}|{re.escape(TORCH)})\b(?!\.?\d)")
    assert len(FILES) > 250
    named = {}
    for path in chain(FILES, (ROOT / name for name in ("pyproject.toml", "tox.ini", "hatch_build.py"))):
        lines = path.read_text("utf-8").splitlines()
        if found := [number for number, line in enumerate(lines, 1) if newest.search(line)]:
            named[path] = found
    assert {str(path): lines for path, lines in named.items() if path not in TABLES} == {}
    assert ROOT / "mapping_data/mindaudit_data/versions.py" in named

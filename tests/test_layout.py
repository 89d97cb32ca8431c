"""What the test runner silently needs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent


def test_no_two_test_files_bear_one_name() -> None:
    counts = Counter(path.name for path in TESTS.rglob("*.py") if "projects" not in path.parts and path.name != "conftest.py")
    assert [name for name, count in counts.items() if count > 1] == []


def test_ways_to_run_are_all_in_the_tox_file() -> None:
    tox = (TESTS.parent / "tox.ini").read_text("utf-8")
    for marker in ("verify", "browser", "packages", "fuzz", "faults", "compiled"):
        assert f"pytest -q -m {marker}" in tox

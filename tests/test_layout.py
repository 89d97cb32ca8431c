"""What the test runner silently needs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "analyzer" / "mindaudit"


def test_no_two_test_files_bear_one_name() -> None:
    counts = Counter(path.name for path in TESTS.rglob("*.py") if "projects" not in path.parts and path.name != "conftest.py")
    assert [name for name, count in counts.items() if count > 1] == []


def test_ways_to_run_are_all_in_the_tox_file() -> None:
    tox = (TESTS.parent / "tox.ini").read_text("utf-8")
    for marker in ("verify", "browser", "packages", "fuzz", "faults", "compiled", "docs"):
        assert f"pytest -q -m {marker}" in tox


def test_nothing_lies_loose_beside_the_folders() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files == {"__init__.py", "__main__.py", "errors.py", "model.py", "py.typed"}


def test_tests_lie_in_the_folders_of_what_they_test() -> None:
    folders = {path.name for path in (TESTS / "analyzer").iterdir() if any(path.glob("test_*.py"))}
    assert folders <= {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    assert {path.name for path in (TESTS / "analyzer").glob("*.py")} <= {"test_model.py", "test_structure.py"}

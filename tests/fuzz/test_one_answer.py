"""A project has one report: the same bytes in any order of its files, under any hash seed, on any number of processes, and after any edits
that were scanned in between; `python tests/fuzz/one_answer.py FOLDER` holds real packages against themselves."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from one_answer import State, digests, edits, seeds
from packages import edited, package

from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit_reports import formats

ALONE = Config(jobs=1, cache=False)


def written(folder: Path, files: dict[str, str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)


def report(*paths: Path, config: Config = ALONE) -> str | bytes:
    return formats()["json"].render([scan(paths, config)])


def check(random: Random, place: Path) -> None:
    """Cold, warm and resumed scans, and those of files in another order, say what a scan without a cache says."""
    files, folder, kept = package(random), place / "package", Config(jobs=1)
    written(folder, files)
    right = report(folder)
    paths = sorted(folder.glob("*.py"))
    assert report(*random.sample(paths, len(paths))) == right
    assert [report(folder, config=kept) for _ in ("cold", "warm")] == [right, right]
    for _ in range(3):
        name, text = edited(random, files)
        files[name] = text
        (folder / name).write_text(text)
        assert report(folder, config=kept) == report(folder), f"after an edit of {name}"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random=st.randoms(use_true_random=False))
def test_in_any_order_cold_warm_and_after_edits(random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory() as place:
        monkeypatch.setenv("MINDAUDIT_CACHE", str(Path(place) / "cache"))
        check(random, Path(place))


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(300))
def test_many_projects(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    check(Random(seed), tmp_path)


@pytest.mark.parametrize("count", [4, pytest.param(80, marks=pytest.mark.fuzz)])
def test_under_any_hash_seed_on_any_number_of_processes(count: int, tmp_path: Path) -> None:
    folders = [tmp_path / f"package{number}" for number in range(count)]
    for number, folder in enumerate(folders):
        written(folder, package(Random(number)))

    right = digests(folders, 1, 1)
    assert len(right) == count
    assert digests(folders, 2, 1) == digests(folders, 3, 2) == right


def test_a_package_on_disk_is_held_against_itself(tmp_path: Path) -> None:
    folder, kept = tmp_path / "package", tmp_path / "state"
    written(folder, package(Random(5)))
    assert [*seeds(folder, 2, State(kept)), *edits(folder, 2, 1, 0, State(kept))] == []
    done = kept.read_text()
    assert [*seeds(folder, 2, State(kept)), *edits(folder, 2, 1, 0, State(kept))] == []
    assert kept.read_text() == done
    last = done.splitlines()[-1]
    kept.write_text(done.replace(last, last.replace(last[-66:-2], "0" * 64)))
    assert list(edits(folder, 2, 1, 0, State(kept))) == ["package edits 0.2"]

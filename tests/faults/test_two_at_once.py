"""Several audits at once that share a cache, and one that finds it damaged meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from shell import SOURCE, project

import mindaudit
from mindaudit.cache.facts import FactsCache
from mindaudit.collect import collect
from mindaudit.facts.packing import pack
from mindaudit.model import SourceFile

SCAN = [sys.executable, "-P", "-m", "mindaudit", "scan", ".", "--format", "json"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = project(tmp_path)
    for number in range(20):
        (made / f"m{number}.py").write_text(SOURCE + f"x{number} = torch.ones({number})\n")
    return made


def at_once(folder: Path, count: int) -> list[bytes]:
    started = [subprocess.Popen(SCAN, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(count)]
    done = [process.communicate(timeout=120) for process in started]
    assert [process.returncode for process in started] == [0] * count
    assert {err for _, err in done} == {b""}
    return [out for out, _ in done]


@pytest.mark.parametrize("count", [3, pytest.param(12, marks=pytest.mark.faults)])
def test_every_one_gives_the_right_answer(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    right = at_once(folder, 1)
    monkeypatch.setenv("MINDAUDIT_CACHE", str(folder.parent / "cache"))
    for _ in range(count // 3):
        assert set(at_once(folder, count)) == set(right)
        (folder.parent / "cache/cache.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        (folder / "m0.py").write_text((folder / "m0.py").read_text())
    assert at_once(folder, 1) == right


@pytest.mark.faults
def test_two_versions_of_the_tool_at_once(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right = at_once(folder, 1)
    other = copytree(Path(mindaudit.__path__[0]).parent, tmp_path / "other", ignore=ignore_patterns("__pycache__"))
    for name in ("collect/collector.py", "facts/records.py", "audit/pipeline.py"):
        with (other / "mindaudit" / name).open("a") as file:
            file.write("# another version\n")
    places = [os.environ.get("PYTHONPATH", ""), os.pathsep.join((str(other), *filter(None, sys.path)))]
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    for number in range(6):
        (folder / f"m{number}.py").write_text((folder / f"m{number}.py").read_text())
        started = [
            subprocess.Popen(SCAN, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": place})
            for place in (*places, *places)
        ]
        done = [process.communicate(timeout=120) for process in started]
        assert {process.returncode for process in started} == {0}
        assert {err for _, err in done} == {b""}
        assert {out for out, _ in done} == set(right)


def test_a_cache_that_is_damaged_again_and_again(tmp_path: Path) -> None:
    """Threads write and read while the file is cut, emptied and taken away."""
    file = tmp_path / "cache.sqlite"
    texts = {f"{number}.py": f"x = {number}\n" for number in range(30)}
    facts = {name: collect(SourceFile(name, name, text)) for name, text in texts.items()}
    wrong: list[str] = []
    done = threading.Event()

    def use() -> None:
        for _ in range(40):
            FactsCache(file).keep((texts[name], pack(facts[name])) for name in texts)
            found = FactsCache(file).find(texts)
            wrong.extend(name for name in found if found[name] != facts[name])

    def damage() -> None:
        while not done.wait(0.005):
            for content in (b"", b"nonsense" * 1000):
                file.write_bytes(content)
            file.unlink(missing_ok=True)

    users = [threading.Thread(target=use) for _ in range(3)]
    vandal = threading.Thread(target=damage)
    for thread in (*users, vandal):
        thread.start()
    for thread in users:
        thread.join()
    done.set()
    vandal.join()
    assert wrong == []
    file.unlink(missing_ok=True)
    for journal in tmp_path.glob("cache.sqlite-*"):
        journal.unlink()
    FactsCache(file).keep((texts[name], pack(facts[name])) for name in texts)
    assert FactsCache(file).find(texts) == facts

"""Where a report may go: every format, and every odd place."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from shell import project

from mindaudit.cli import run
from mindaudit_reports import formats

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX links and pipes")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = project(tmp_path)
    monkeypatch.chdir(tmp_path)
    return made


@pytest.mark.parametrize("name", formats())
def test_every_format_is_one_whole_file_and_nothing_else(folder: Path, name: str) -> None:
    Path("place").mkdir()
    assert run(["scan", str(folder), "-q", "--format", f"{name}=place/out"]) == 0
    first = Path("place/out").read_bytes()
    assert first
    Path("place/out").write_bytes(b"an older and much longer report" * 100_000)
    assert run(["scan", str(folder), "-q", "--format", f"{name}=place/out"]) == 0
    assert Path("place/out").read_bytes() == first
    assert [path.name for path in Path("place").iterdir()] == ["out"]


@pytest.mark.parametrize("name", formats())
def test_a_report_that_cannot_be_made_leaves_all_as_they_were(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those of other formats, which could be made."""

    def fail(*_: object) -> str:
        raise RuntimeError("no")

    Path("first").write_text("old")
    monkeypatch.setattr(f"mindaudit_reports.{name}.FORMAT.render", fail)
    other = "json" if name != "json" else "sarif"
    assert run(["scan", str(folder), "-q", "--format", f"{other}=first", "--format", f"{name}=second"]) == 3
    assert Path("first").read_text() == "old"
    assert not Path("second").exists()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("no/such/audit.json", ["there is no folder no/such", "make it first"]),
        ("project", ["it is a folder"]),
        ("project/", ["it is a folder"]),
        ("file/audit.json", ["there is no folder file"]),
        ("dangling.json", ["there is no folder", "nowhere"]),
        ("into", ["it is a folder"]),
        ("x" * 300 + ".json", ["name too long"]),
    ],
)
@posix
def test_places_where_nothing_can_be_written(folder: Path, complaint: Callable[[], str], place: str, words: list[str]) -> None:
    Path("file").write_text("old")
    Path("dangling.json").symlink_to("nowhere/audit.json")
    Path("into").symlink_to("project")
    before = sorted(Path().rglob("*"))
    assert run(["scan", str(folder), "--format", f"json={place}"]) in (2, 3)
    line = complaint()
    assert all(word.lower() in line.lower() for word in words), line
    assert sorted(Path().rglob("*")) == before
    assert Path("file").read_text() == "old"


@posix
@pytest.mark.parametrize(
    "name", ["a" * 250 + ".json", "层" * 83 + ".json", "-.json", " .json", "two\nlines.json", "\x1b[31m.json", "\udcff.json"]
)
def test_odd_names(folder: Path, name: str, complaint: Callable[[], str]) -> None:
    try:
        Path(name).touch()
        Path(name).unlink()
    except OSError:
        pytest.skip("this file system takes no such name")
    assert run(["scan", str(folder), "-o", name]) == 0
    assert Path(name).read_text().endswith("}\n")
    assert "\x1b" not in complaint()


@posix
@pytest.mark.parametrize("target", ["real/audit.json", "loop.json", "/dev/null"])
def test_links(folder: Path, target: str) -> None:
    Path("real").mkdir()
    Path("loop.json").symlink_to(target)
    assert run(["scan", str(folder), "-q", "-o", "loop.json"]) == 0
    assert Path(target).name in [path.name for path in (*Path().iterdir(), *Path("real").iterdir(), Path("/dev/null"))]
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert not list(Path().rglob(".*"))


@posix
@pytest.mark.parametrize("read", [-1, 0, 10])
def test_a_pipe(folder: Path, read: int) -> None:
    """Its reader may take all of it, some, or nothing."""
    os.mkfifo("pipe")
    taken: list[bytes] = []

    def take() -> None:
        with Path("pipe").open("rb") as pipe:
            taken.append(pipe.read(read))

    reader = threading.Thread(target=take)
    reader.start()
    assert run(["scan", str(folder), "-q", "--format", "html=pipe"]) == 0
    reader.join()
    assert len(taken[0]) == read if read >= 0 else taken[0].rstrip().endswith(b"</html>")
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)

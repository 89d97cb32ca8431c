"""A disk that fills up: one clear line, old files as they were, nothing half written left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from shell import SOURCE, is_one_line, needs_posix, project, shell

pytestmark = needs_posix
SIZE = 64 * 1024


@pytest.fixture(params=["disk", pytest.param("limit", marks=pytest.mark.faults)])
def tight(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, Callable[[], None] | None]]:
    """A folder that takes 64 KB, and what to do in a process before: a disk of that size; who may mount none limits the size of files."""
    place = tmp_path / "tight"
    place.mkdir()
    if request.param == "limit":
        yield place, _limited
        return
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "mindaudit", str(place)], capture_output=True, check=False)
    if mounted.returncode:
        yield place, _limited
        return
    try:
        yield place, None
    finally:
        subprocess.run(["umount", str(place)], check=True)


def _limited() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))


def fill(place: Path) -> None:
    """Leave no byte free, where the disk is small."""
    with (place / "filler").open("wb", buffering=0) as file:
        try:
            while file.write(b"\0" * 4096) and file.tell() < SIZE * 2:
                pass
        except OSError:
            return


def test_bytecode_is_not_cut_off(tmp_path: Path) -> None:
    """Python would keep what a limit leaves of it, and fail at it from then on."""
    (tmp_path / "late.py").write_text("".join(f"x{number} = {number}\n" for number in range(200)))
    assert shell(f"{sys.executable} -c 'import late'", tmp_path, _limited).returncode == 0
    assert not (tmp_path / "__pycache__").exists()


def content(place: Path) -> dict[str, bytes]:
    return {str(path.relative_to(place)): path.read_bytes() for path in place.rglob("*") if path.is_file()}


def test_a_report(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path) -> None:
    place, before = tight
    (place / "audit.html").write_text("old")
    done = shell("mindaudit scan . --format html=../tight/audit.html --format json=../tight/new.json", project(tmp_path), before)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert "cannot write ../tight/audit.html: " in done.stderr
    assert content(place) == {"audit.html": b"old"}


def test_the_cache(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, before = tight
    folder = project(tmp_path)
    right = shell("mindaudit scan . --format json", folder).stdout
    monkeypatch.setenv("MINDAUDIT_CACHE", str(place / "cache"))
    for leave_room in (True, False):
        if not leave_room:
            fill(place)
        done = shell("mindaudit scan . --format json", folder, before)
        assert (done.returncode, done.stdout, done.stderr) == (0, right, "")
    (place / "filler").unlink()
    assert shell("mindaudit scan . --format json", folder).stdout == right


def test_rewriting_in_place(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path) -> None:
    place, before = tight
    for number in range(4):
        (place / f"m{number}.py").write_text(SOURCE * 20)
    old = content(place)
    assert shell("mindaudit rewrite tight --output new", tmp_path).returncode == 0
    fill(place)
    done = shell("mindaudit rewrite tight --in-place --force -q", tmp_path, before)
    (place / "filler").unlink()
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    new = content(tmp_path / "new")
    assert sorted(content(place)) == sorted(old), "no temporary file is left"
    assert all(text in (old[name], new[name]) for name, text in content(place).items())


def test_rewriting_into_a_folder(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path) -> None:
    place, before = tight
    folder = project(tmp_path)
    (folder / "long.py").write_text(SOURCE + "#" * SIZE)
    done = shell("mindaudit rewrite . --output ../tight/new -q", folder, before)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert set(content(place)) <= {"new/model.py"}


def test_a_baseline(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path) -> None:
    place, before = tight
    folder = project(tmp_path)
    (place / "baseline.json").write_text("old")
    (folder / "model.py").write_text(SOURCE + "x = torch.nonzero(torch.ones(2))\n" * 400)
    done = shell("mindaudit baseline create . --force --baseline ../tight/baseline.json", folder, before)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert content(place) == {"baseline.json": b"old"}


def test_standard_output(tight: tuple[Path, Callable[[], None] | None], tmp_path: Path) -> None:
    place, before = tight
    done = shell(f"mindaudit scan . --format html > {place}/out", project(tmp_path), before)
    assert done.returncode == 3
    assert is_one_line(done.stderr)
    assert "standard output" in done.stderr


@pytest.mark.skipif(os.name == "nt" or not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_device(tmp_path: Path) -> None:
    done = shell("mindaudit scan . --format json=/dev/full", project(tmp_path))
    assert done.returncode == 3
    assert done.stderr == "mindaudit: cannot write /dev/full: No space left on device\n"

"""What rewriting in place keeps: permissions, owner, line ends, links; and which files it leaves alone when one cannot be written."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest
from shell import SOURCE

from mindaudit.cli import run
from mindaudit.output import write as output
from mindaudit.rewrite.writing import save

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions and links")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "project"
    made.mkdir()
    monkeypatch.chdir(made)
    return made


def rewrite(*arguments: str) -> int:
    return run(["rewrite", *(arguments or (".",)), "--in-place", "--force", "-q"])


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o464])
def test_permissions(folder: Path, mode: int) -> None:
    (folder / "a.py").write_text(SOURCE)
    (folder / "a.py").chmod(mode)
    assert rewrite() == 0
    assert "mint.abs" in (folder / "a.py").read_text()
    assert stat.S_IMODE((folder / "a.py").stat().st_mode) == mode


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner(folder: Path) -> None:
    (folder / "a.py").write_text(SOURCE)
    os.chown(folder / "a.py", 1234, 2345)
    assert rewrite() == 0
    found = (folder / "a.py").stat()
    assert (found.st_uid, found.st_gid) == (1234, 2345)


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        (SOURCE.replace("\n", "\r\n"), "\r\n"),
        (SOURCE.replace("\n", "\r\n").rstrip(), "\r\n"),
        (SOURCE.rstrip(), "\n"),
        ("\ufeff" + SOURCE.replace("\n", "\r\n"), "\r\n"),
    ],
)
def test_line_ends(folder: Path, text: str, alone: str) -> None:
    (folder / "a.py").write_bytes(text.encode())
    assert rewrite() == 0
    written = (folder / "a.py").read_bytes().decode()
    assert "mint.abs" in written
    assert written.count("\n") == written.count(alone)
    assert written.startswith("\ufeff") == text.startswith("\ufeff")
    assert written.endswith("\n") == text.endswith("\n")


@posix
def test_a_file_to_which_links_lead_is_written_once(folder: Path) -> None:
    (folder / "a.py").write_text(SOURCE)
    (folder / "b.py").symlink_to("a.py")
    assert rewrite() == 0
    assert (folder / "b.py").is_symlink()
    assert (folder / "a.py").read_text().count("mint.abs") == 1


@posix
@pytest.mark.parametrize("link", ["file", "folder"])
def test_nothing_outside_the_folder_is_written(folder: Path, link: str, capfd: pytest.CaptureFixture[str]) -> None:
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "o.py").write_text(SOURCE)
    (folder / "a.py").write_text(SOURCE)
    (folder / "way.py" if link == "file" else folder / "way").symlink_to(outside / "o.py" if link == "file" else outside)
    assert rewrite() == 2
    assert "leads out of" in capfd.readouterr().err
    assert (folder / "a.py").read_text() == (outside / "o.py").read_text() == SOURCE
    assert rewrite(".", "--exclude", "way*") == 0
    assert "mint.abs" in (folder / "a.py").read_text()


def test_texts_are_ready_before_the_first_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """One that changed meanwhile stops everything."""
    for name in ("a.py", "b.py", "c.py"):
        (folder / name).write_text(SOURCE)
    real = save.in_place

    def late(outcomes: list[save.Outcome]) -> None:
        (folder / "b.py").write_text("changed = 1\n")
        real(outcomes)

    monkeypatch.setattr(save, "in_place", late)
    assert rewrite() == 3
    assert "b.py changed while it was rewritten" in capfd.readouterr().err
    assert (folder / "a.py").read_text() == (folder / "c.py").read_text() == SOURCE
    (folder / "b.py").unlink()
    monkeypatch.setattr(save, "in_place", lambda outcomes: ((folder / "c.py").unlink(), real(outcomes)))
    (folder / "c.py").write_text(SOURCE)
    assert rewrite() == 3
    assert "cannot read" in capfd.readouterr().err
    assert (folder / "a.py").read_text() == SOURCE


def test_failing_halfway_leaves_every_file_whole(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (folder / name).write_text(SOURCE)
    real = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name == "b.py":
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    assert rewrite() == 3
    assert "b.py: No space left on device" in capfd.readouterr().err
    assert "mint.abs" in (folder / "a.py").read_text()
    assert (folder / "b.py").read_text() == (folder / "c.py").read_text() == SOURCE
    assert sorted(path.name for path in folder.iterdir()) == ["a.py", "b.py", "c.py"]


@pytest.mark.skipif(os.name == "nt", reason="Windows refuses such names")
@pytest.mark.parametrize(
    "name", ["a.py", "a b.py", "层.py", 'quo"te.py', "tab\t.py", "two\n--- a/evil.py\n+++ b/evil.py\n@@ -0,0 +1 @@\n+x.py", "back\\.py"]
)
def test_a_patch_applies_whatever_files_are_called(folder: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(SOURCE.replace("def f", "\x0c\ndef f").encode())
    assert run(["rewrite", ".", "-q"]) == 0
    patch = capfd.readouterr().out
    before = set(folder.rglob("*"))
    subprocess.run(["git", "apply"], input=patch.encode(), cwd=folder, check=True)
    assert "mint.abs" in place.read_text()
    assert set(folder.rglob("*")) == before


def test_a_temporary_file_is_no_source(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a killed run left beside a file is not audited."""
    (folder / "a.py").write_text(SOURCE)
    kept: list[str] = []
    monkeypatch.setattr(output, "_adopt", lambda temporary, path: kept.append(temporary))
    assert rewrite() == 0
    assert not Path(kept[0]).name.endswith(".py")
    assert Path(kept[0]).name.startswith(".a.py.")

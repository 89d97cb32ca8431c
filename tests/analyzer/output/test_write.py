from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mindaudit.errors import MindauditError, UsageError
from mindaudit.output.write import check_writable, write_file, write_standard


def test_text_and_bytes(tmp_path: Path) -> None:
    write_file(tmp_path / "a", "层\ud800\r\n")
    write_file(tmp_path / "b", b"\0\xff")
    assert (tmp_path / "a").read_bytes() == "层\\ud800\r\n".encode()
    assert (tmp_path / "b").read_bytes() == b"\0\xff"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
def test_permissions_are_those_of_any_new_file_or_stay(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_file(tmp_path / "new", "x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "new").chmod(0o640)
    write_file(tmp_path / "new", "y")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_device_is_written_as_it_is() -> None:
    write_file(Path(os.devnull), "x")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_one_line() -> None:
    with pytest.raises(MindauditError, match="No space left") as raised:
        write_file(Path("/dev/full"), "x")
    assert raised.value.status == 3


def test_a_failed_write_keeps_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report"
    path.write_text("old")

    def interrupt(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_places_that_cannot_be_written_are_known_beforehand(tmp_path: Path) -> None:
    check_writable(tmp_path / "new")
    for path, reason in ((tmp_path, "is a folder"), (tmp_path / "no" / "x", "make it first")):
        with pytest.raises(UsageError, match=reason):
            check_writable(path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may be refused")
def test_a_folder_without_permission(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="no permission"):
        check_writable(tmp_path / "x")


def test_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write_standard("层\ud800\n")
    write_standard(b"\xff")
    assert capfdbinary.readouterr().out == "层\\ud800\n".encode() + b"\xff"

"""Archives: what an audit reads comes out, inside one folder, and nothing else does."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from mindaudit.errors import UsageError
from mindaudit.portfolio import unpack as unpacking
from mindaudit.portfolio.unpack import unpack

CODE = b"import torch\n"


def tar(file: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(file, "w:gz") as archive:
        for member in members:
            member.size = len(CODE) if member.isfile() else 0
            archive.addfile(member, io.BytesIO(CODE))
    return file


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    return info


def zipped(file: Path, *names: str) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(name, CODE)
    return file


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    return tmp_path / "out"


def test_what_is_read_comes_out(tmp_path: Path, folder: Path) -> None:
    unpack(tar(tmp_path / "a.tar.gz", member("x/a.py"), member("x/big.bin"), member("x/pyproject.toml")), folder)
    assert names(folder) == {"x/a.py", "x/pyproject.toml"}


def test_a_wheel_comes_out(tmp_path: Path, folder: Path) -> None:
    unpack(zipped(tmp_path / "a-1-py3-none-any.whl", "a/b.py", "a/c.so", "a-1.dist-info/METADATA"), folder)
    assert names(folder) == {"a/b.py", "a-1.dist-info/METADATA"}


def test_links_are_never_made(tmp_path: Path, folder: Path) -> None:
    unpack(tar(tmp_path / "a.tar.gz", member("a.py"), member("b.py", tarfile.SYMTYPE, "a.py")), folder)
    assert names(folder) == {"a.py"}


@pytest.mark.parametrize(
    "bad",
    [
        member("/etc/x.py"),
        member("../x.py"),
        member("a/../../x.py"),
        member("l", tarfile.SYMTYPE, "/etc/passwd"),
        member("l.py", tarfile.SYMTYPE, "../../x"),
        member("l.py", tarfile.LNKTYPE, "../x.py"),
        member("d.py", tarfile.CHRTYPE),
        member("f.py", tarfile.FIFOTYPE),
    ],
    ids=lambda each: f"{each.name} {each.linkname}",
)
def test_unsafe_tar_files_are_refused(tmp_path: Path, folder: Path, bad: tarfile.TarInfo) -> None:
    file = tar(tmp_path / "a.tar.gz", bad)
    if bad.name == "/etc/x.py":
        unpack(file, folder)  # tarfile takes the slash off
        assert names(folder) == {"etc/x.py"}
        return
    with pytest.raises(UsageError, match="this archive cannot be unpacked"):
        unpack(file, folder)
    assert names(tmp_path) == {"a.tar.gz"}


@pytest.mark.parametrize("name", ["/etc/x.py", "../x.py", "a/../../x.py", "..\\x.py", "C:/x.py"])
def test_unsafe_zip_files_are_refused(tmp_path: Path, folder: Path, name: str) -> None:
    with pytest.raises(UsageError, match="leads out of it"):
        unpack(zipped(tmp_path / "a.zip", name), folder)
    assert names(tmp_path) == {"a.zip"}


def test_links_in_zip_files_are_refused(tmp_path: Path, folder: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        info = zipfile.ZipInfo("l.py")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    with pytest.raises(UsageError, match="is a link"):
        unpack(tmp_path / "a.zip", folder)


@pytest.mark.parametrize("suffix", [".zip", ".tar.gz"])
def test_bombs_are_refused(tmp_path: Path, folder: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_BYTES", 20)
    file = tmp_path / f"a{suffix}"
    made = zipped(file, "a.py", "b.py") if suffix == ".zip" else tar(file, member("a.py"), member("b.py"))
    with pytest.raises(UsageError, match="more than 20 bytes"):
        unpack(made, folder)
    monkeypatch.setattr(unpacking, "MOST_BYTES", 2000)
    monkeypatch.setattr(unpacking, "MOST_FILES", 1)
    with pytest.raises(UsageError, match="more than 1 files"):
        unpack(made, folder)


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.whl", "a.bin"])
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x1f\x8b" + b"x" * 40])
def test_damaged_archives_are_told(tmp_path: Path, folder: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match="this archive cannot be unpacked"):
        unpack(tmp_path / name, folder)

"""Archives: what an audit reads comes out, inside one folder, and nothing else does."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from pathlib import Path
from random import Random

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


def test_why_it_was_not_unpacked_is_one_line_that_is_the_same_wherever_that_was(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "a.tar").write_bytes(b"x" * 600)
    for file in (zipped(tmp_path / "a.zip", "a.py", "a.py/b.py"), tar(tmp_path / "a.tgz", member("x" * 300 + ".py")), tmp_path / "a.tar"):
        with pytest.raises(UsageError) as refused:
            unpack(file, folder)
        assert "\n" not in str(refused.value)
        assert str(folder) not in str(refused.value)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_a_header_takes_no_more_memory_than_headers_need(tmp_path: Path, folder: Path, kind: bytes) -> None:
    """tarfile reads headers of any size at once, and a packed file holds a thousand times its own size."""
    header = member("x", kind)
    header.size = unpacking._HEADERS + 1
    content = header.tobuf(tarfile.GNU_FORMAT) + b"\0" * header.size
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(content + tarfile.TarInfo("a.py").tobuf()))
    with pytest.raises(UsageError, match=r"a header of more than 1,000,000 bytes"):
        unpack(tmp_path / "a.tar.gz", folder)


def test_the_map_of_a_sparse_file_ends(tmp_path: Path, folder: Path) -> None:
    info = member("a.py")
    info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "a.py", "GNU.sparse.realsize": "1"}
    info.size = 4_000_000
    content = info.tobuf(tarfile.PAX_FORMAT) + b"9999999\n" + b"1\n" * 2_000_000
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(content))
    with pytest.raises(UsageError, match=r"a header of more than 1,000,000 bytes"):
        unpack(tmp_path / "a.tar.gz", folder)


def test_a_long_file_behind_long_names_comes_out(tmp_path: Path, folder: Path) -> None:
    long, size = "x" * 120, 3_000_000
    with tarfile.open(tmp_path / "a.tar.xz", "w:xz") as archive:
        for number in range(3):
            info = member(f"{long}/{number}{long}.py")
            info.size = size
            archive.addfile(info, io.BytesIO(b"#" * size))
    unpack(tmp_path / "a.tar.xz", folder)
    assert [path.stat().st_size for path in folder.rglob("*.py")] == [size] * 3


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.tar"])
def test_any_damage_is_reported(tmp_path: Path, folder: Path, name: str) -> None:
    """Each of the libraries that unpack has errors of its own."""
    content = io.BytesIO()
    chance = Random(name)
    data = chance.randbytes(3000) + b"import torch\n" * 500
    if name.endswith(".zip"):
        with zipfile.ZipFile(content, "w") as packed:
            for kind in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
                packed.writestr(f"{kind}.py", data, kind)
    else:
        suffix = name.rpartition(".")[2]
        with tarfile.open(fileobj=content, mode="w" if suffix == "tar" else f"w:{suffix}") as archive:  # type: ignore[call-overload]
            info = member("a.py")
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    whole = content.getvalue()
    refused = 0
    for number in range(300):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        (tmp_path / name).write_bytes(damaged[: chance.choice((len(damaged), chance.randrange(len(damaged))))])
        (folder / str(number)).mkdir()
        try:
            unpack(tmp_path / name, folder / str(number))
        except UsageError as error:
            assert "this archive cannot be unpacked" in str(error)  # noqa: PT017 - some damage is none
            refused += 1
    assert refused > 50


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.whl", "a.bin"])
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x1f\x8b" + b"x" * 40])
def test_damaged_archives_are_reported(tmp_path: Path, folder: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UsageError, match="this archive cannot be unpacked"):
        unpack(tmp_path / name, folder)

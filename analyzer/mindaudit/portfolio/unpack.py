"""Unpacks untrusted archives, wheels and sdists: the files that an audit reads, inside one folder, within limits.

Archives with absolute names, names or links that lead out of the folder, devices, or more than the limits are rejected as a whole. Links
are never created: their targets are audited at their own places.
"""

from __future__ import annotations

import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO, Any, Final, Self

from mindaudit.errors import UsageError
from mindaudit.sources.discover import SUFFIXES

_READ: Final = (*SUFFIXES, ".toml", ".txt", ".lock", ".gitignore", ".cfg", ".csv", "METADATA", "PKG-INFO", "RECORD")
"""Ends of the names of files that an audit reads."""
MOST_BYTES: Final = 4_000_000_000
MOST_FILES: Final = 500_000
_HEADERS: Final = 1_000_000
"""Bytes that a tar file may have between two members: names, comments, the map of a sparse file."""
_ZIP: Final = (".whl", ".zip")
_DAMAGED: Final = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError),
    *(EOFError, OSError, ValueError, OverflowError, RuntimeError),
)


def unpack(file: Path, folder: Path) -> None:
    """Unpack an archive into an empty folder. Raises UsageError for what is damaged, unsafe or too large."""
    try:
        (_unzip if file.suffix.lower() in _ZIP else _untar)(file, folder)
    except _DAMAGED as error:
        said = str(error).replace(str(folder), "").partition("\n")[0].removesuffix(":")
        raise UsageError(f"this archive cannot be unpacked: {said}") from None


def unpack_tar(file: Path, folder: Path) -> None:
    """Unpack a tar file that git made of a commit. Links that lead out of it are left out, since many repositories hold some."""
    _untar(file, folder, lenient=True)


def _untar(file: Path, folder: Path, lenient: bool = False) -> None:
    budget = _Budget()
    with file.open("rb") as opened, _Tar.open(fileobj=opened) as archive:
        while member := archive.next():
            budget.take(member.size if member.isfile() else 0, files=1)
            if lenient and (member.issym() or member.islnk()):
                continue
            safe = tarfile.data_filter(member, str(folder))
            if safe.isfile() and safe.name.endswith(_READ):
                archive.unpack(safe, folder)


def _unzip(file: Path, folder: Path) -> None:
    budget = _Budget()
    with zipfile.ZipFile(file) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename.replace("\\", "/"))
            if name.is_absolute() or ".." in name.parts or ":" in str(name):
                raise ValueError(f"{member.filename!r} leads out of it")
            if stat.S_ISLNK(member.external_attr >> 16):
                raise ValueError(f"{member.filename!r} is a link")
            budget.take(0, files=1)
            if not member.is_dir() and member.filename.endswith(_READ):
                place = folder / name
                place.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(member) as opened, place.open("wb") as written:
                    _copy(opened, written, budget.take)


def _copy(source: IO[bytes], target: IO[bytes], take: Callable[[int], None]) -> None:
    """Copy what really comes out, whatever the archive says its size is."""
    while block := source.read(1 << 20):
        take(len(block))
        target.write(block)


class _Budget:
    """Counts bytes and files; raises ValueError where one archive has too many."""

    def __init__(self) -> None:
        self._bytes = self._files = 0

    def take(self, size: int, files: int = 0) -> None:
        self._bytes += size
        self._files += files
        if self._bytes > MOST_BYTES:
            raise ValueError(f"it holds more than {MOST_BYTES:,} bytes")
        if self._files > MOST_FILES:
            raise ValueError(f"it holds more than {MOST_FILES:,} files")


class _Stream:
    """What a tar file reads from, as far as it may."""

    def __init__(self, file: Any) -> None:
        self.left = _HEADERS
        self._file = file
        self.seek, self.tell, self.close = file.seek, file.tell, file.close

    def read(self, size: int) -> bytes:
        """Read so many bytes. Raises ValueError where they are more than are left."""
        self.left -= size
        if self.left < 0:
            raise ValueError(f"it has a header of more than {_HEADERS:,} bytes")
        content: bytes = self._file.read(size)
        return content


class _Tar(tarfile.TarFile):
    """A tar file that reads headers within limits; tarfile itself takes as much memory as a header says."""

    fileobj: Any
    firstmember: tarfile.TarInfo | None
    members: list[tarfile.TarInfo]

    @classmethod
    def taropen(cls, name: Any, mode: Any = "r", fileobj: Any = None, **more: Any) -> Self:
        """What `open` calls with the stream that comes out of a packed file."""
        stream: Any = _Stream(fileobj)
        return super().taropen(name, mode, stream, **more)

    def next(self) -> tarfile.TarInfo | None:
        """The next member; those before it are forgotten, with all that stood in their headers."""
        if self.firstmember is None:
            self.fileobj.left = _HEADERS
        self.members = []
        return super().next()

    def unpack(self, member: tarfile.TarInfo, folder: Path) -> None:
        """Write the content of a file into a folder."""
        self.fileobj.left = member.size
        self.extract(member, folder, set_attrs=False, filter="data")

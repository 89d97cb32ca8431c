"""Unpacks archives, wheels and sdists of any origin: what an audit reads, inside one folder, within limits.

Archives that hold absolute names, names or links that lead out of the folder, devices or more than the limits are refused as a whole. Links
are never made: what they lead to is audited where it lies.
"""

from __future__ import annotations

import stat
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import IO, Final

from mindaudit.errors import UsageError
from mindaudit.sources.discover import SUFFIXES

_READ: Final = (*SUFFIXES, ".toml", ".txt", ".lock", ".gitignore", ".cfg", ".csv", "METADATA", "PKG-INFO", "RECORD")
"""Ends of the names of files that an audit reads."""
MOST_BYTES: Final = 4_000_000_000
MOST_FILES: Final = 500_000
_ZIP: Final = (".whl", ".zip")


def unpack(file: Path, folder: Path) -> None:
    """Unpack an archive into an empty folder. Raises UsageError for what is damaged, unsafe or too large."""
    try:
        (_unzip if file.suffix.lower() in _ZIP else _untar)(file, folder)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, ValueError, RuntimeError, NotImplementedError) as error:
        raise UsageError(f"this archive cannot be unpacked: {error}") from None


def unpack_tar(file: Path, folder: Path) -> None:
    """Unpack a tar file that git made of a commit. Links that lead out of it are left out, since many repositories hold some."""
    _untar(file, folder, lenient=True)


def _untar(file: Path, folder: Path, lenient: bool = False) -> None:
    budget = _Budget()
    with tarfile.open(file) as archive:
        for member in archive:
            budget.take(member.size if member.isfile() else 0, files=1)
            if lenient and (member.issym() or member.islnk()):
                continue
            safe = tarfile.data_filter(member, str(folder))
            if safe.isfile() and safe.name.endswith(_READ):
                archive.extract(safe, folder, set_attrs=False, filter="data")


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

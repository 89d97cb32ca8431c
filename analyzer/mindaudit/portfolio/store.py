"""The store: a folder, or any location that fsspec supports, with one file per audited version and an index.

`NAME/VERSION.json.zst` is the compressed JSON report. A frame before it, which Zstandard's readers skip, holds the figures that a portfolio
needs and the key of the inputs. Files are written under a temporary name and then renamed, so that no file is ever incomplete.

The index is a folder of segments. A writer adds segments under its own name, and removes old ones only when a new one holds all their rows.
So several writers lose nothing, and a reader during a replacement reads again. The index can be rebuilt from the files.
"""

from __future__ import annotations

import hashlib
import random
import re
import secrets
import struct
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

import fsspec
import msgspec
import zstandard

from mindaudit.errors import MindauditError, UsageError
from mindaudit_reports.portfolio.current import current
from mindaudit_reports.portfolio.records import Figures, Row

_MAGIC: Final = 0x184D2A50
"""Of a skippable frame: RFC 8878, section 3.1.2."""
_HEAD: Final = struct.Struct("<II")
_FIRST_READ: Final = 1 << 16
_LARGEST: Final = 1 << 31
_SUFFIX: Final = ".json.zst"
_INDEX: Final = "@index"
"""No repository's folder is called so: names are quoted."""
_LONGEST: Final = 120
_ATTEMPTS: Final = 20
_LONGEST_PAUSE: Final = 0.5
"""Seconds between them."""
_LEVEL: Final = 9


class Head(msgspec.Struct, frozen=True):
    """The data before a report."""

    key: str
    """A digest of all that the report was made from."""
    figures: Figures


class BusyError(MindauditError):
    """Other writers change the index all the time."""


class Store:
    """Reports of many repositories."""

    def __init__(self, url: str) -> None:
        """`url`: a folder, or a URL such as s3://bucket/audits. Raises UsageError for a kind of place that cannot be reached."""
        try:
            # what others write has to be seen, so no listing is remembered
            files, root = fsspec.core.url_to_fs(url, use_listings_cache=False, skip_instance_cache=True)
        except (ImportError, ValueError, OSError) as error:
            raise UsageError(f"{url}: this store cannot be used: {error}") from None
        self._files: Any = files
        self._root = str(root).rstrip("/")

    def head(self, name: str, version: str) -> Head | None:
        """The data before a stored report; None if there is no such report."""
        place = self._place(name, version)
        try:
            content = self._files.cat_file(place, start=0, end=_FIRST_READ)
            size = _head_size(content)
            if size > len(content):
                content = self._files.cat_file(place, start=0, end=size)
            return msgspec.json.decode(content[_HEAD.size : size], type=Head)
        except (OSError, ValueError, msgspec.MsgspecError):
            return None

    def keep(self, name: str, version: str, content: bytes) -> None:
        """Keep what `packed` made. Raises MindauditError if the store cannot be written."""
        self._write(self._place(name, version), content)

    def report(self, name: str, version: str) -> bytes:
        """The JSON report of a version. Raises MindauditError if it is not there or damaged."""
        try:
            return unpacked(self._files.cat_file(self._place(name, version)))
        except (OSError, ValueError, zstandard.ZstdError) as error:
            raise MindauditError(f"the store's report of {name!r} cannot be read: {error}") from None

    def rows(self) -> list[Row]:
        """All rows of the index, of each version the newest."""
        return self._read()[1]

    def note(self, rows: Iterable[Row]) -> None:
        """Add rows to the index. Raises MindauditError if the store cannot be written."""
        content = zstandard.ZstdCompressor(level=3).compress(msgspec.json.encode(list(rows)))
        self._write(f"{self._root}/{_INDEX}/{secrets.token_hex(16)}{_SUFFIX}", content)

    def compact(self) -> None:
        """Merge the segments of the index into one, unless others change it all the time."""
        try:
            segments, rows = self._read()
        except BusyError:
            return
        if len(segments) > 1:
            self.note(_slim(rows))
            for segment in segments:
                self._remove(segment)

    def _read(self) -> tuple[list[str], list[Row]]:
        """The segments of the index, and their rows."""
        for _ in range(_ATTEMPTS):
            segments = self._segments()
            try:
                rows = [row for segment in segments for row in _rows(self._files.cat_file(segment))]
            except FileNotFoundError:
                # another writer has replaced a segment since it was listed
                time.sleep(random.uniform(0, _LONGEST_PAUSE))
                continue
            except (OSError, ValueError, msgspec.MsgspecError, zstandard.ZstdError) as error:
                raise MindauditError(f"the store's index cannot be read: {error}") from None
            return segments, newest(rows)
        raise BusyError("the store's index changes all the time; try again")

    def _segments(self) -> list[str]:
        try:
            found = self._files.ls(f"{self._root}/{_INDEX}", detail=False)
        except FileNotFoundError:
            return []
        return sorted(str(place) for place in found if str(place).endswith(_SUFFIX))

    def _place(self, name: str, version: str) -> str:
        if not re.fullmatch(r"[0-9a-f]{8,64}", version):
            raise UsageError(f"{version!r} is no version")
        return f"{self._root}/{folder_of(name)}/{version}{_SUFFIX}"

    def _write(self, place: str, content: bytes) -> None:
        part = f"{place}.{secrets.token_hex(8)}.part"
        try:
            self._files.makedirs(place.rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(part, content)
            self._files.mv(part, place)
        except OSError as error:
            raise MindauditError(f"the store cannot be written: {error}") from None

    def _remove(self, place: str) -> None:
        try:
            self._files.rm_file(place)
        except FileNotFoundError:
            return


def packed(key: str, figures: Figures, report: bytes) -> bytes:
    """A file of a store."""
    head = msgspec.json.encode(Head(key, figures), order="deterministic")
    compressed = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compress(report)
    return _HEAD.pack(_MAGIC, len(head)) + head + compressed


def head_of(content: bytes) -> Head:
    """The data before the report in a file of a store. Raises ValueError for another kind of file."""
    return msgspec.json.decode(content[_HEAD.size : _head_size(content)], type=Head)


def unpacked(content: bytes) -> bytes:
    """The report in a file of a store. Raises ValueError for what is none, and ZstdError for what is damaged."""
    return zstandard.ZstdDecompressor().decompress(content[_head_size(content) :], max_output_size=_LARGEST)


def newest(rows: Iterable[Row]) -> list[Row]:
    """Of each version of each repository the newest row, by name; one without a version only if the repository has no newer one."""
    ordered = sorted(rows, key=lambda row: (row.repository, row.at, row.status != "waiting", row.version))
    versions = {(row.repository, row.version): row for row in ordered}
    last = {row.repository: row for row in ordered}
    return [row for row in ordered if versions[row.repository, row.version] is row and (row.version or last[row.repository] is row)]


def _slim(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows; of the past only what a trend needs: the rest stands in front of each report."""
    present = {id(row) for row in current(rows)}
    for row in rows:
        past = row.figures if id(row) not in present else None
        yield msgspec.structs.replace(row, figures=msgspec.structs.replace(past, apis=(), hazards=(), requires=())) if past else row


def folder_of(name: str) -> str:
    """The folder of a repository in a store: its name, with all characters quoted that have a meaning in paths."""
    quoted = quote(name, safe="", errors="backslashreplace").replace("~", "%7E")
    quoted = re.sub(r"^\.", "%2E", quoted)
    if len(quoted) <= _LONGEST:
        return quoted
    return f"{quoted[:_LONGEST]}-{hashlib.blake2b(name.encode('utf-8', 'backslashreplace'), digest_size=8).hexdigest()}"


def _head_size(content: bytes) -> int:
    """Bytes before the report begins."""
    if len(content) < _HEAD.size:
        raise ValueError("no report of a store")
    magic, size = _HEAD.unpack_from(content)
    if magic != _MAGIC:
        raise ValueError("no report of a store")
    return _HEAD.size + int(size)


def _rows(content: bytes) -> list[Row]:
    return msgspec.json.decode(zstandard.ZstdDecompressor().decompress(content, max_output_size=_LARGEST), type=list[Row])

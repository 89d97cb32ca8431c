"""Cache keys: digests of everything that an entry depends on, so that an entry that is found is valid."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import mindaudit_data
from mindaudit.cache.store import DIGEST
from mindaudit.config.folders import accepted
from mindaudit.config.schema import Config
from mindaudit.model import SourceFile

_PACKAGE: Final = Path(__file__).parents[1]
_COLLECTOR: Final = ("collect", "facts", "model.py", "sources")
"""The parts of the package that facts depend on: the collector and all that it imports."""
_TOOL_FILES: Final = (".py", ".csv", ".md", ".toml", ".json")


def text_key(text: str) -> bytes:
    """The key of the facts of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST, key=_collector_digest()).digest()


def source_digest(source: SourceFile) -> bytes:
    """A digest of all that is known about a file before it is parsed, except its name in reports."""
    head = repr((source.path, source.problem, source.cells, source.left_out, len(source.text)))
    return blake2b(head.encode("utf-8", "backslashreplace") + source.text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def judged_key(sources: Iterable[bytes], asked: Iterable[SourceFile], config: Config) -> bytes:
    """The key of the results of the asked files; `sources`: the digests of all files."""
    digest = blake2b(digest_size=DIGEST, key=_tool_digest())
    tables = [_stamp(path) for path in (*(config.folder / file for file in (*config.mappings, *config.recipes)), *accepted())]
    digest.update(repr((config.targets, tables, [source.name for source in asked])).encode("utf-8", "backslashreplace"))
    for source in sources:
        digest.update(source)
    return digest.digest()


def layout_key(sources: Iterable[SourceFile]) -> bytes:
    """The key of the snapshot of a project: it depends on the paths of the files, not on their text."""
    digest = blake2b(digest_size=DIGEST, key=_tool_digest())
    for source in sources:
        digest.update(repr(source.path).encode("utf-8", "backslashreplace"))
    return digest.digest()


@cache
def _collector_digest() -> bytes:
    """A digest of everything on which facts depend: the collector's source, libcst and Python."""
    digest = blake2b(sys.version.encode(), digest_size=32)
    for file in collector_files():
        digest.update(file.read_bytes())
    digest.update(_version_of("libcst"))
    return digest.digest()


def collector_files() -> list[Path]:
    """The files of the package on which facts depend."""
    parts = [_PACKAGE / part for part in _COLLECTOR]
    return [file for part in parts for file in (sorted(part.rglob("*.py")) if part.is_dir() else [part])]


def _version_of(package: str) -> bytes:
    """The version of an installed package, read from its own file, since importing `importlib.metadata` would take longer than all else."""
    spec = find_spec(package)
    file = Path(spec.origin).with_name("_version.py") if spec and spec.origin else None
    return file.read_bytes() if file and file.exists() else b""


@cache
def _tool_digest() -> bytes:
    """A digest of everything on which results depend: every file of the analyzer and of the tables."""
    digest = blake2b(_collector_digest(), digest_size=32)
    for package in (_PACKAGE, Path(mindaudit_data.__file__).parent):
        digest.update(repr(sorted(_stamps(str(package)))).encode("utf-8", "backslashreplace"))
    return digest.digest()


def _stamps(folder: str) -> Iterator[tuple[str, int, int]]:
    """Path, size and time of every file below a folder; `Path` would take four times as long."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _stamps(entry.path)
            elif entry.name.endswith(_TOOL_FILES):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


def _stamp(path: Path) -> tuple[str, int, int] | None:
    """Path, size and time of a file; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return str(path), found.st_size, found.st_mtime_ns

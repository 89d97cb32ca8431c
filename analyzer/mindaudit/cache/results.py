"""What is kept between runs: the facts of each file by its text, and the results of a project by all that they depend on."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path
from typing import Literal

import msgspec

import mindaudit_data
from mindaudit.cache.store import DIGEST, Store
from mindaudit.config.schema import Config
from mindaudit.facts.packed import PackedFacts
from mindaudit.facts.packing import DamagedError, unpack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import Argument, Finding, Hazard, Problem, SourceFile, ThirdParty, Usage

FACTS_LIMIT = 512 * 1024 * 1024
JUDGED_LIMIT = 128 * 1024 * 1024
_MOST_JUDGED = 1024 * 1024 * 1024
"""More bytes are not decompressed."""


class FactsCache:
    """Facts by the text that they were collected from."""

    def __init__(self, file: Path | None) -> None:
        self._store = Store(file, "facts", FACTS_LIMIT)

    def find(self, texts: Mapping[str, str]) -> PackedFacts:
        """The facts of those texts, by name, that were kept before."""
        keys = {name: text_key(text) for name, text in texts.items()}
        contents = self._store.find(keys.values())
        found = PackedFacts(texts, _collect)
        for name, key in keys.items():
            if key in contents:
                found.add(name, contents[key])
        return found

    def of_key(self, key: bytes, name: str) -> ModuleFacts | None:
        """The facts that are kept under a `text_key`, for a file of that name."""
        content = self._store.find([key]).get(key)
        with suppress(DamagedError):
            return None if content is None else unpack(content, name)
        return None

    def keep(self, packed: Iterable[tuple[str, bytes]]) -> None:
        """Keep the packed facts of texts."""
        self._store.keep((text_key(text), content) for text, content in packed)


def _collect(source: SourceFile) -> ModuleFacts:
    """The facts of a file, made by the collector, which is imported only here: most runs need it for no file."""
    from mindaudit.collect import collect

    return collect(source)


@dataclass(frozen=True, slots=True)
class Judged:
    """What the tables and rules say about one file, before levels and comments change it."""

    status: Literal["analyzed", "no-torch", "problem"]
    problem: Problem | None = None
    findings: tuple[Finding, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    third_party: tuple[ThirdParty, ...] = ()
    gave_up: tuple[Problem, ...] = ()


def pack_judged(judged: Judged) -> bytes:
    """The results of a file as bytes."""
    return _ENCODER.encode(judged)


def unpack_judged(packed: Iterable[Iterable[bytes]]) -> list[list[Judged]]:
    """For each target and file the results that `pack_judged` gave."""
    return [list(map(_ONE_JUDGED.decode, files)) for files in packed]


class JudgedCache:
    """Results by the files, the targets and the tool that made them: for each target, for each file."""

    def __init__(self, file: Path | None) -> None:
        self.file = file
        self._store = Store(file, "judged", JUDGED_LIMIT)

    def find(self, key: bytes) -> list[list[Judged]] | None:
        """The results that were made of just this before."""
        content = self._store.find([key]).get(key)
        try:
            return None if content is None else _JUDGED.decode(zlib.decompressobj().decompress(content, _MOST_JUDGED))
        except (msgspec.DecodeError, msgspec.ValidationError, zlib.error):
            return None

    def keep(self, key: bytes, packed: Sequence[Sequence[bytes]]) -> None:
        """Keep results that `pack_judged` gave."""
        self._store.keep([(key, _pressed(packed))])


def _pressed(packed: Sequence[Sequence[bytes]]) -> bytes:
    """Results as compressed bytes, file by file: as a whole they would be as large as a report."""
    press = zlib.compressobj(1)
    parts = [press.compress(_head(packed))]
    for files in packed:
        parts.append(press.compress(_head(files)))
        parts.extend(map(press.compress, files))
    return b"".join((*parts, press.flush()))


def _head(items: Sequence[object]) -> bytes:
    """What stands before the items of a sequence: MessagePack's array with a length of 32 bits."""
    return b"\xdd" + len(items).to_bytes(4, "big")


def judged_key(sources: Iterable[bytes], asked: Iterable[SourceFile], config: Config) -> bytes:
    """A digest of everything that the results depend on; `sources`: the digests of all files."""
    digest = blake2b(digest_size=DIGEST, key=_whole_tool())
    own = [_stamp(config.folder / file) for file in (*config.mappings, *config.recipes)]
    digest.update(repr((config.targets, own, [source.name for source in asked])).encode("utf-8", "backslashreplace"))
    for source in sources:
        digest.update(source)
    return digest.digest()


def source_digest(source: SourceFile) -> bytes:
    """A digest of everything that is known of a file before it is parsed, but for how reports call it."""
    head = repr((source.path, source.problem, source.cells, source.left_out, len(source.text)))
    return blake2b(head.encode("utf-8", "backslashreplace") + source.text.encode("utf-8", "surrogatepass"), digest_size=DIGEST).digest()


def layout_key(sources: Iterable[SourceFile]) -> bytes:
    """A digest of which files are audited together, whatever is in them, and of the tool."""
    digest = blake2b(digest_size=DIGEST, key=_whole_tool())
    for source in sources:
        digest.update(repr(source.path).encode("utf-8", "backslashreplace"))
    return digest.digest()


def bare(finding: Finding) -> Finding:
    """A finding without what the arguments of its call were known to be, which only judging needs and which takes much room."""
    usage = finding.usage
    # not by `dataclasses.replace`, which takes twice as long: there are many findings
    values = dict(zip(_USAGE, _OF_USAGE(usage), strict=True))
    values["receiver"] = usage.receiver and _without_value(usage.receiver)
    values["arguments"] = tuple(map(_without_value, usage.arguments))
    return Finding(Usage(**values), *_OF_FINDING(finding))


def _without_value(argument: Argument) -> Argument:
    return Argument(argument.span, argument.keyword, argument.star)


def text_key(text: str) -> bytes:
    """The key under which the facts of a text are stored."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST, key=_collector()).digest()


@cache
def _collector() -> bytes:
    """What made the facts: the collector's own source and the versions of both parsers."""
    digest = blake2b(sys.version.encode(), digest_size=32)
    folder = Path(__file__).parents[1]
    for path in sorted([*(folder / "collect").rglob("*.py"), *(folder / "facts").rglob("*.py")]):
        digest.update(path.read_bytes())
    digest.update(_version_of("libcst"))
    return digest.digest()


def _version_of(package: str) -> bytes:
    """The version of an installed package as it tells it itself: importing what reads metadata takes longer than all other imports here."""
    spec = find_spec(package)
    file = Path(spec.origin).with_name("_version.py") if spec and spec.origin else None
    return file.read_bytes() if file and file.exists() else b""


@cache
def _whole_tool() -> bytes:
    """What makes results: every file of the analyzer and of the tables."""
    digest = blake2b(_collector(), digest_size=32)
    for package in (Path(__file__).parents[1], Path(mindaudit_data.__file__).parent):
        digest.update(repr(sorted(_stamps(str(package)))).encode("utf-8", "backslashreplace"))
    return digest.digest()


def _stamps(folder: str) -> Iterator[tuple[str, int, int]]:
    """Path, size and time of every file below a folder; not by `Path`, which takes four times as long."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _stamps(entry.path)
            elif entry.name.endswith((".py", ".csv", ".md", ".toml", ".json")):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


def _stamp(path: Path) -> bytes:
    if not path.exists():
        return b""
    found = path.stat()
    return repr((str(path), found.st_size, found.st_mtime_ns)).encode("utf-8", "backslashreplace")


_USAGE = tuple(field.name for field in fields(Usage))
_OF_USAGE, _OF_FINDING = attrgetter(*_USAGE), attrgetter(*(field.name for field in fields(Finding)[1:]))
_ENCODER = msgspec.msgpack.Encoder()
_ONE_JUDGED = msgspec.msgpack.Decoder(Judged)
_JUDGED = msgspec.msgpack.Decoder(list[list[Judged]])

"""What is kept of the last whole resolution of a project, in the cache or in memory, so that a change to a few files costs little."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import msgspec

from mindaudit.cache.results import FactsCache, layout_key, text_key
from mindaudit.cache.store import DIGEST, Store
from mindaudit.facts.packing import unwired
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.snapshot.resolved import KeptModule, KeptProject
from mindaudit.resolve.snapshot.resumed import CannotResumeError

LIMIT = 256 * 1024 * 1024
_BATCH = 100
"""Files whose values are written together: all would take much room, and while one is written nobody else can write."""
_LARGEST = 256 * 1024 * 1024
"""Bytes of one file's values: far more than any has, and what a forged entry can take at most."""


class Header(NamedTuple):
    """A run: what it read, and what concerns all its files."""

    sources: list[bytes]
    """The digests of all files."""
    parsed: list[int]
    """Which of them were parsed, in the order of the program's modules."""
    texts: list[bytes]
    """Of those the keys of their facts."""
    project: KeptProject


class Run:
    """A run that was kept, read bit by bit."""

    def __init__(self, header: Header, key: bytes, store: Store, facts: FactsCache, sources: Sequence[SourceFile]) -> None:
        """`sources`: the files as they are now."""
        self.header, self.project = header, header.project
        self._key, self._store, self._facts, self._sources = key, store, facts, sources

    def module(self, module: int) -> KeptModule:
        """The values of a file. Raises CannotResumeError if they are gone."""
        key = _module_key(self._key, self.header, module)
        content = self._store.find([key]).get(key)
        if content is None:
            raise CannotResumeError
        return _unpacked(content)

    def facts(self, module: int) -> ModuleFacts:
        """The facts of a file as it was. Raises CannotResumeError if they are gone."""
        name = self._sources[self.header.parsed[module]].name
        found = self._facts.of_key(self.header.texts[module], name)
        if found is None:
            raise CannotResumeError
        return found


class Remembered:
    """A run in memory."""

    def __init__(self, facts: Mapping[str, ModuleFacts], project: Project) -> None:
        """`facts`: by the names of the project's files."""
        self._facts = [facts[name] for name in project.names]
        self.names = tuple(project.names)
        self.project, modules = project.keep()
        self._values = [_packed(kept) for kept in modules]

    def changed(self, facts: Mapping[str, ModuleFacts]) -> dict[str, ModuleFacts]:
        """Those of these facts that are not what they were."""
        return {name: facts[name] for name, old in zip(self.names, self._facts, strict=True) if facts[name] is not old}

    def module(self, module: int) -> KeptModule:
        """The values of a file."""
        return _unpacked(self._values[module])

    def facts(self, module: int) -> ModuleFacts:
        """The facts of a file as it was."""
        return self._facts[module]


class RunCache:
    """The last run over each set of files."""

    def __init__(self, file: Path | None) -> None:
        self._keeps = file is not None
        self._store = Store(file, "runs", LIMIT)
        self._facts = FactsCache(file)

    def find(self, sources: Sequence[SourceFile]) -> Run | None:
        """The last run over just these files, whatever they contained."""
        key = layout_key(sources)
        content = self._store.find([key]).get(key)
        with suppress(msgspec.DecodeError):
            if content is not None:
                return Run(_HEADER.decode(content), key, self._store, self._facts, sources)
        return None

    def keep(self, sources: Sequence[SourceFile], digests: Sequence[bytes], project: Project) -> None:
        """Keep a run over files with these digests."""
        if not self._keeps:
            return
        key = layout_key(sources)
        whole, modules = project.keep()
        parsed = [number for number, source in enumerate(sources) if source.name in project.names]
        texts = [text_key(sources[number].text) for number in parsed]
        header = Header(list(digests), parsed, texts, whole)
        entries = ((_module_key(key, header, number), _packed(kept)) for number, kept in enumerate(modules))
        while batch := list(islice(entries, _BATCH)):
            self._store.keep(batch)
        self._store.keep([(key, _ENCODER.encode(header))])


def _packed(kept: KeptModule) -> bytes:
    return zlib.compress(_ENCODER.encode(kept), 1)


def _unpacked(content: bytes) -> KeptModule:
    try:
        return _MODULE.decode(zlib.decompressobj().decompress(content, _LARGEST))
    except (msgspec.DecodeError, zlib.error) as error:
        raise CannotResumeError from error


def _module_key(key: bytes, header: Header, module: int) -> bytes:
    """Distinct for each run, since values of different runs do not fit together."""
    digest = blake2b(key + module.to_bytes(4, "big"), digest_size=DIGEST)
    for source in header.sources:
        digest.update(source)
    return digest.digest()


_ENCODER = msgspec.msgpack.Encoder()
_HEADER = msgspec.msgpack.Decoder(Header)
_MODULE = msgspec.msgpack.Decoder(KeptModule, ext_hook=unwired)

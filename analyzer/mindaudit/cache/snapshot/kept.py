"""Snapshots in the cache: the last one of each set of files."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from mindaudit.cache.keys import layout_key, text_key
from mindaudit.cache.snapshot.snapshot import Snapshot, take
from mindaudit.cache.store import Store
from mindaudit.facts.packing import unwired, wired
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

SNAPSHOT_LIMIT: Final = 256 * 1024 * 1024
_LARGEST: Final = 1024 * 1024 * 1024
"""More bytes than that are not decompressed."""


class KeptSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """A snapshot, and the files of which it was taken."""

    digests: list[bytes]
    """Of all files, as `source_digest` gives them."""
    parsed: list[int]
    """The files that are modules of the project, in order."""
    texts: list[bytes]
    """For each module the key of its facts."""
    snapshot: Snapshot

    def changed(self, digests: Sequence[bytes]) -> list[int]:
        """The files whose digests are others now."""
        return [number for number, (old, new) in enumerate(zip(self.digests, digests, strict=True)) if old != new]


class SnapshotCache:
    """Snapshots by `layout_key`."""

    def __init__(self, file: Path | None) -> None:
        """`file` is made if it is not there; None keeps nothing."""
        self._keeps = file is not None
        self._store = Store(file, "snapshots", SNAPSHOT_LIMIT)

    def find(self, sources: Sequence[SourceFile]) -> KeptSnapshot | None:
        """The last snapshot of just these files, whatever they contained; None if there is none."""
        key = layout_key(sources)
        content = self._store.find([key]).get(key)
        try:
            return None if content is None else _DECODER.decode(zlib.decompressobj().decompress(content, _LARGEST))
        except (msgspec.DecodeError, ValueError, zlib.error):
            return None

    def keep(self, sources: Sequence[SourceFile], digests: Sequence[bytes], project: Project) -> None:
        """Keep the snapshot of a project of files with these digests, if one can be taken."""
        snapshot = take(project) if self._keeps else None
        if snapshot is None:
            return
        parsed = [number for number, source in enumerate(sources) if source.name in project.names]
        kept = KeptSnapshot(list(digests), parsed, [text_key(sources[number].text) for number in parsed], snapshot)
        self._store.keep([(layout_key(sources), zlib.compress(_encoded(kept), 1))])


def _encoded(kept: KeptSnapshot) -> bytes:
    try:
        return _ENCODER.encode(kept)
    except (OverflowError, UnicodeEncodeError):
        values = list(map(_wired, kept.snapshot.values))
        return _ENCODER.encode(replace(kept, snapshot=replace(kept.snapshot, values=values)))


def _wired(value: Value) -> Value:
    """The value with constants as the format can hold them."""
    return replace(value, atoms=frozenset(map(_wired_atom, value.atoms)))


def _wired_atom(atom: Atom) -> Atom:
    return at.Constant(atom.type_name, wired(atom.value)) if isinstance(atom, at.Constant) else v.with_values(atom, _wired)


_ENCODER: Final = msgspec.msgpack.Encoder(enc_hook=wired)
_DECODER: Final = msgspec.msgpack.Decoder(KeptSnapshot, ext_hook=unwired)

"""The cache of snapshots: the last one of each set of files."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from mindaudit.cache.keys import layout_key, text_key
from mindaudit.cache.snapshot.snapshot import Snapshot, take
from mindaudit.cache.store import Store
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.solver.evaluator import CannotResumeError

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

    def find(self, sources: Sequence[SourceFile]) -> KeptSnapshot:
        """The last snapshot of just these files, whatever they contained. Raises CannotResumeError if there is none."""
        key = layout_key(sources)
        try:
            return _DECODER.decode(zlib.decompressobj().decompress(self._store.find([key])[key], _LARGEST))
        except (KeyError, msgspec.DecodeError, zlib.error) as error:
            raise CannotResumeError from error

    def keep(self, sources: Sequence[SourceFile], digests: Sequence[bytes], project: Project) -> None:
        """Keep the snapshot of a project of files with these digests, if one can be taken."""
        snapshot = take(project) if self._keeps else None
        if snapshot is None:
            return
        parsed = [number for number, source in enumerate(sources) if source.name in project.names]
        kept = KeptSnapshot(list(digests), parsed, [text_key(sources[number].text) for number in parsed], snapshot)
        self._store.keep([(layout_key(sources), zlib.compress(_ENCODER.encode(kept), 1))])


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(KeptSnapshot)

"""The cache of results, by everything that they depend on."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from pathlib import Path
from typing import Final, Literal

import msgspec

from mindaudit.cache.store import Store
from mindaudit.model import Argument, Finding, Hazard, Problem, ThirdParty, Usage

JUDGED_LIMIT: Final = 128 * 1024 * 1024
_LARGEST: Final = 1024 * 1024 * 1024
"""More bytes than that are not decompressed."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The results of one file, before levels and comments are applied."""

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
    """The results from `pack_judged`, for each target and file."""
    return [list(map(_ONE_JUDGED.decode, files)) for files in packed]


class JudgedCache:
    """Results by `judged_key`: for each target, for each file."""

    def __init__(self, file: Path | None) -> None:
        """`file` is made if it is not there; None keeps nothing."""
        self.file = file
        self._store = Store(file, "judged", JUDGED_LIMIT)

    def find(self, key: bytes) -> list[list[Judged]] | None:
        """The results that are kept under a key; None if there are none."""
        content = self._store.find([key]).get(key)
        try:
            return None if content is None else _JUDGED.decode(zlib.decompressobj().decompress(content, _LARGEST))
        except (msgspec.DecodeError, zlib.error):
            return None

    def keep(self, key: bytes, packed: Sequence[Sequence[bytes]]) -> None:
        """Keep results that `pack_judged` gave."""
        self._store.keep([(key, _compressed(packed))])


def _compressed(packed: Sequence[Sequence[bytes]]) -> bytes:
    """Results as compressed bytes, file by file: as a whole they would be as large as a report."""
    press = zlib.compressobj(1)
    parts = [press.compress(_array_header(packed))]
    for files in packed:
        parts.append(press.compress(_array_header(files)))
        parts.extend(map(press.compress, files))
    return b"".join((*parts, press.flush()))


def _array_header(items: Sequence[object]) -> bytes:
    """The header of a MessagePack array, with a length of 32 bits."""
    return b"\xdd" + len(items).to_bytes(4, "big")


def bare(finding: Finding) -> Finding:
    """A finding without the values of its arguments, which only judging needs and which take much memory."""
    usage = finding.usage
    # not by `dataclasses.replace`, which takes twice as long: there are many findings
    values = dict(zip(_USAGE, _OF_USAGE(usage), strict=True))
    values["receiver"] = usage.receiver and _without_value(usage.receiver)
    values["arguments"] = tuple(map(_without_value, usage.arguments))
    values["held"] = ()
    return Finding(Usage(**values), *_OF_FINDING(finding))


def _without_value(argument: Argument) -> Argument:
    return Argument(argument.span, argument.keyword, argument.star)


_USAGE: Final = tuple(field.name for field in fields(Usage))
_OF_USAGE, _OF_FINDING = attrgetter(*_USAGE), attrgetter(*(field.name for field in fields(Finding)[1:]))
_ENCODER: Final = msgspec.msgpack.Encoder()
_ONE_JUDGED: Final = msgspec.msgpack.Decoder(Judged)
_JUDGED: Final = msgspec.msgpack.Decoder(list[list[Judged]])

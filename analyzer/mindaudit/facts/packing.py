"""Facts as bytes, to travel between processes and to be kept: msgpack, in which every record is an array."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec
from msgspec.msgpack import Ext

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite, Event, ModuleFacts, Places, Site

_COMPLEX, _BIG, _BROKEN = 1, 2, 3
"""What the format has no type for: complex numbers, integers of more than 64 bits, texts with lone surrogates."""
_ELSEWHERE = Places((), (), ())


class DamagedError(Exception):
    """Bytes that are no packed facts."""


def pack(facts: ModuleFacts) -> bytes:
    """Facts as bytes, without the path."""
    places = _ENCODER.encode((facts.calls, facts.sites, facts.events))
    facts = facts._replace(path="", places=_ELSEWHERE)
    try:
        return _ENCODER.encode((facts, places))
    except (OverflowError, UnicodeEncodeError):
        return _ENCODER.encode((facts._replace(expressions=tuple(map(_wired, facts.expressions))), places))


def unpack(content: bytes, path: str) -> ModuleFacts:
    """The facts that were packed, for a file that is called `path`. Raises DamagedError."""
    try:
        facts, places = _DECODER.decode(content)
        return facts._replace(path=path, places=cast(Places, PackedPlaces(places)))
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedError(str(error)) from error


class PackedPlaces:
    """Places that are unpacked whenever they are asked for; only those of the last file or two stay."""

    __slots__ = ("_content",)

    def __init__(self, content: bytes) -> None:
        self._content = content

    @property
    def calls(self) -> tuple[CallSite, ...]:
        """As in Places."""
        return _places(self._content).calls

    @property
    def sites(self) -> tuple[Site, ...]:
        """As in Places."""
        return _places(self._content).sites

    @property
    def events(self) -> tuple[Event, ...]:
        """As in Places."""
        return _places(self._content).events

    def __eq__(self, other: object) -> bool:
        return _places(self._content) == (_places(other._content) if isinstance(other, PackedPlaces) else other)

    def __hash__(self) -> int:
        return hash(_places(self._content))

    def __repr__(self) -> str:
        return repr(_places(self._content))


@lru_cache(maxsize=2)
def _places(content: bytes) -> Places:
    return _PLACES.decode(content)


def _wired(expression: ex.Expression) -> ex.Expression:
    return ex.Constant(expression.type_name, wired(expression.value)) if isinstance(expression, ex.Constant) else expression


def wired(value: object) -> object:
    """A single value as the format can hold it."""
    if isinstance(value, str):
        return value if is_text(value) else Ext(_BROKEN, value.encode("utf-8", "surrogatepass"))
    if isinstance(value, complex):
        return Ext(_COMPLEX, repr(value).encode())
    if isinstance(value, int) and value.bit_length() > 63:
        return Ext(_BIG, hex(value).encode())
    return value


def is_text(value: str) -> bool:
    """Whether a string has no lone surrogates, which no encoding knows."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def unwired(code: int, data: memoryview) -> complex | int | str:
    """What `wired` made an extension of."""
    content = bytes(data)
    if code == _COMPLEX:
        return complex(content.decode())
    return int(content, 16) if code == _BIG else content.decode("utf-8", "surrogatepass")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=wired)
_DECODER = msgspec.msgpack.Decoder(tuple[ModuleFacts, bytes], ext_hook=unwired)
_PLACES = msgspec.msgpack.Decoder(Places)

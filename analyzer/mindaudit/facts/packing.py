"""Facts as bytes, to travel between processes and to be kept: msgpack, in which every record is an array."""

from __future__ import annotations

import msgspec
from msgspec.msgpack import Ext

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts

_COMPLEX, _BIG, _BROKEN = 1, 2, 3
"""What the format has no type for: complex numbers, integers of more than 64 bits, texts with lone surrogates."""


class DamagedError(Exception):
    """Bytes that are no packed facts."""


def pack(facts: ModuleFacts) -> bytes:
    """Facts as bytes, without the path."""
    facts = facts._replace(path="")
    try:
        return _ENCODER.encode(facts)
    except (OverflowError, UnicodeEncodeError):
        return _ENCODER.encode(facts._replace(expressions=tuple(map(_wired, facts.expressions))))


def unpack(content: bytes, path: str) -> ModuleFacts:
    """The facts that were packed, for a file that is called `path`. Raises DamagedError."""
    try:
        return _DECODER.decode(content)._replace(path=path)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedError(str(error)) from error


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
_DECODER = msgspec.msgpack.Decoder(ModuleFacts, ext_hook=unwired)

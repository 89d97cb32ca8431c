"""Facts of files that were collected before, by content: an unchanged file is not parsed again.

It is only a cache: an entry that is damaged or foreign is ignored and replaced, and so is the whole file; nothing in it is ever executed.
Several processes may use it at once.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from mindaudit.facts import ModuleFacts

LIMIT = 512 * 1024 * 1024
"""Bytes of entries above which the least recently used ones go."""
_DIGEST = 16
_BATCH = 500

Result = TypeVar("Result")


def location() -> Path | None:
    """Where entries are kept: $MINDAUDIT_CACHE, or the user's cache folder; None if $MINDAUDIT_CACHE is `off`."""
    wanted = os.environ.get("MINDAUDIT_CACHE")
    if wanted:
        return None if wanted == "off" else Path(wanted) / "facts.sqlite"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "mindaudit" / "facts.sqlite"


class FactsCache:
    """Facts by the text they were collected from; a store that fails finds nothing, and that is all."""

    def __init__(self, file: Path | None) -> None:
        """`file` is made if it is not there; None stores nothing."""
        self._file = file

    def find(self, texts: Mapping[str, str]) -> dict[str, ModuleFacts]:
        """The facts of those texts, by name, that were stored before."""
        keys = {name: _key(text) for name, text in texts.items()}
        rows = self._attempt(lambda store: _fetch(store, sorted(set(keys.values())))) or []
        found = {key: facts for key, value in rows if (facts := _decoded(key, value))}
        return {name: found[key]._replace(path=name) for name, key in keys.items() if key in found}

    def store(self, collected: Iterable[tuple[str, ModuleFacts]]) -> None:
        """Keep the facts of texts; those that hold a value with no place in the format are left out."""
        rows = []
        for text, facts in collected:
            with suppress(TypeError, OverflowError, ValueError):
                key, payload = _key(text), _ENCODER.encode(facts)
                rows.append((key, _digest(key, payload) + payload, _today()))
        if rows:
            self._attempt(lambda store: _insert(store, rows))

    def _attempt(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """What some work on the store gives; None if the store cannot be used. One that is damaged is removed."""
        if self._file is None:
            return None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=5)) as store, store:
                store.execute("PRAGMA synchronous = OFF")
                store.execute("CREATE TABLE IF NOT EXISTS facts (key BLOB PRIMARY KEY, value BLOB, used INTEGER) WITHOUT ROWID")
                return work(store)
        except (sqlite3.OperationalError, OSError):
            self._file = None
        except sqlite3.DatabaseError:
            with suppress(OSError):
                self._file.unlink()
            self._file = None
        return None


def _fetch(store: sqlite3.Connection, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
    rows: list[tuple[bytes, bytes]] = []
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        marks = ",".join("?" * len(batch))
        rows += store.execute(f"SELECT key, value FROM facts WHERE key IN ({marks})", batch).fetchall()
        store.execute(f"UPDATE facts SET used = ? WHERE used != ? AND key IN ({marks})", (_today(), _today(), *batch))
    return rows


def _insert(store: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes, int]]) -> None:
    store.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?)", rows)
    _shrink(store)


def _today() -> int:
    """Days since the epoch: recent enough to choose what goes first, and one write a day for what stays."""
    return int(time.time()) // 86_400


def _shrink(store: sqlite3.Connection) -> None:
    (size,) = store.execute("SELECT total(length(value)) FROM facts").fetchone()
    if size > LIMIT:
        store.execute("DELETE FROM facts WHERE key IN (SELECT key FROM facts ORDER BY used LIMIT (SELECT count(*) / 2 FROM facts))")


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_DIGEST, key=_maker()).digest()


@cache
def _maker() -> bytes:
    """What made the facts: the collector's own source and the parser's version."""
    digest = blake2b(digest_size=32)
    folder = Path(__file__).parent
    for path in sorted([*(folder / "collect").glob("*.py"), folder / "facts.py"]):
        digest.update(path.read_bytes())
    with suppress(PackageNotFoundError):
        digest.update(version("libcst").encode())
    return digest.digest()


def _digest(key: bytes, payload: bytes) -> bytes:
    return blake2b(payload, digest_size=_DIGEST, key=key).digest()


def _decoded(key: object, value: object) -> ModuleFacts | None:
    if not isinstance(key, bytes) or not isinstance(value, bytes) or value[:_DIGEST] != _digest(key, value[_DIGEST:]):
        return None
    try:
        facts = _DECODER.decode(value[_DIGEST:])
    except (msgspec.DecodeError, msgspec.ValidationError):
        return None
    return facts._replace(expressions=tuple(_as_made(each) if list in map(type, each) else each for each in facts.expressions))


def _as_made(expression: Iterable[Any]) -> tuple[Any, ...]:
    """The format knows no tuples inside expressions, only lists."""
    return tuple(_as_made(each) if type(each) is list else each for each in expression)


def _encode_other(value: object) -> msgspec.msgpack.Ext:
    if isinstance(value, complex):
        return msgspec.msgpack.Ext(1, repr(value).encode())
    raise TypeError(f"facts hold a {type(value).__name__}")


def _decode_other(code: int, data: memoryview) -> complex:
    return complex(bytes(data).decode())


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_encode_other)
_DECODER = msgspec.msgpack.Decoder(ModuleFacts, ext_hook=_decode_other)

"""A key-value table of bytes in an SQLite file. Any damage or failure only means that nothing is found.

Every entry carries a digest of its key and content, so that a damaged or foreign entry is ignored; a file that is no database is removed.
Several processes may use a file at once. Nothing in it is ever executed.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")
DIGEST = 16
_BATCH = 500


class Store:
    """One table of a file."""

    def __init__(self, file: Path | None, table: str, limit: int) -> None:
        """`file` is created if it is missing; None keeps nothing. Above `limit` bytes the least recently used entries are removed."""
        self._file = file
        self._table = table
        self._limit = limit

    def find(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """The undamaged content under these keys."""
        wanted = sorted(set(keys))
        rows = self._attempt(lambda store: self._fetch(store, wanted)) or []
        return {key: value[DIGEST:] for key, value in rows if value[:DIGEST] == _digest(key, value[DIGEST:])}

    def keep(self, entries: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep content under keys."""
        kept = list(entries)
        if kept:
            self._attempt(lambda store: self._insert(store, ((key, _digest(key, content) + content, _today()) for key, content in kept)))

    def _attempt(self, work: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """The result of some work on the file; None if the file cannot be used."""
        if self._file is None:
            return None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=5)) as store, store:
                store.execute("PRAGMA synchronous = OFF")
                store.execute(f"CREATE TABLE IF NOT EXISTS {self._table} (key BLOB PRIMARY KEY, value BLOB, used INTEGER) WITHOUT ROWID")
                return work(store)
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            if _is_damage(error):
                with suppress(OSError):
                    self._file.unlink()
            self._file = None
        return None

    def _fetch(self, store: sqlite3.Connection, keys: Sequence[bytes]) -> list[tuple[bytes, bytes]]:
        rows: list[tuple[bytes, bytes]] = []
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            marks = ",".join("?" * len(batch))
            found = store.execute(f"SELECT key, value FROM {self._table} WHERE key IN ({marks})", batch).fetchall()
            rows += [row for row in found if all(isinstance(each, bytes) for each in row)]
            touched = (_today(), _today(), *batch)
            store.execute(f"UPDATE {self._table} SET used = ? WHERE used != ? AND key IN ({marks})", touched)
        return rows

    def _insert(self, store: sqlite3.Connection, rows: Iterable[tuple[bytes, bytes, int]]) -> None:
        store.executemany(f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?)", rows)
        (size,) = store.execute(f"SELECT total(length(value)) FROM {self._table}").fetchone()
        if size > self._limit:
            half = f"SELECT key FROM {self._table} ORDER BY used LIMIT (SELECT count(*) / 2 FROM {self._table})"
            store.execute(f"DELETE FROM {self._table} WHERE key IN ({half})")


def _is_damage(error: Exception) -> bool:
    """Whether the file itself is damaged, as opposed to errors of the disk, of permissions or from another process."""
    if isinstance(error, sqlite3.OperationalError):
        # no such table or column: another tool's or version's file
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) == sqlite3.SQLITE_ERROR
    # the message about a damaged schema quotes it, and Python may fail to decode that
    return isinstance(error, (sqlite3.DatabaseError, UnicodeDecodeError))


def _today() -> int:
    """Days since the epoch: recent enough to choose what goes first, and one write per day for what stays."""
    return int(time.time()) // 86_400


def _digest(key: bytes, content: bytes) -> bytes:
    return blake2b(content, digest_size=DIGEST, key=key).digest()

"""The cache of facts, by the text from which they were collected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from mindaudit.cache.keys import text_key
from mindaudit.cache.store import Store
from mindaudit.facts.packing import DamagedError, unpack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile

FACTS_LIMIT: Final = 512 * 1024 * 1024


class FactsCache:
    """Facts by text."""

    def __init__(self, file: Path | None) -> None:
        """`file` is made if it is not there; None keeps nothing."""
        self._store = Store(file, "facts", FACTS_LIMIT)

    def find(self, texts: Mapping[str, str]) -> dict[str, ModuleFacts]:
        """The cached facts of these texts, given by name."""
        keys = {name: text_key(text) for name, text in texts.items()}
        contents = self._store.find(keys.values())
        found = {name: _unpacked(contents[key], name) for name, key in keys.items() if key in contents}
        return {name: facts for name, facts in found.items() if facts is not None}

    def of_key(self, key: bytes, name: str) -> ModuleFacts | None:
        """The facts under a `text_key`, for a file of that name; None if there are none."""
        content = self._store.find([key]).get(key)
        return None if content is None else _unpacked(content, name)

    def of_source(self, source: SourceFile) -> ModuleFacts:
        """The facts of a file that can be parsed: cached ones, or else collected again."""
        return self.of_key(text_key(source.text), source.name) or _collect(source)

    def keep(self, packed: Iterable[tuple[str, bytes]]) -> None:
        """Keep packed facts, each with its text."""
        self._store.keep((text_key(text), content) for text, content in packed)


def _unpacked(content: bytes, name: str) -> ModuleFacts | None:
    with suppress(DamagedError):
        return unpack(content, name)
    return None


def _collect(source: SourceFile) -> ModuleFacts:
    # imported only here, since most runs collect no file
    from mindaudit.collect import collect

    return collect(source)

"""The facts of many files, packed until somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mindaudit.facts.packing import DamagedError, unpack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile


class PackedFacts(Mapping[str, ModuleFacts]):
    """Facts by the name of their file, each unpacked when it is first asked for."""

    def __init__(self, texts: Mapping[str, str], collect: Callable[[SourceFile], ModuleFacts]) -> None:
        """None yet, of files with these texts; `collect` makes the facts of a file whose bytes turn out to be no facts."""
        self._texts = texts
        self._collect = collect
        self._facts: dict[str, bytes | ModuleFacts] = {}

    def add(self, name: str, packed: bytes) -> None:
        """Take in the packed facts of a file."""
        self._facts[name] = packed

    def __getitem__(self, name: str) -> ModuleFacts:
        found = self._facts[name]
        if isinstance(found, bytes):
            found = self._facts[name] = self._unpacked(name, found)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def _unpacked(self, name: str, packed: bytes) -> ModuleFacts:
        try:
            return unpack(packed, name)
        except DamagedError:
            # an entry of the cache that its own digest calls right: only somebody who forged it can have written that
            return self._collect(SourceFile(name, name, self._texts[name]))

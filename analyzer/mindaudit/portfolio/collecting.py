"""Collects the facts of a very large repository in several tasks, by file; a single task then resolves and judges all files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mindaudit.audit.collect_files import collect_one, collect_packed
from mindaudit.cache.facts import FactsCache
from mindaudit.model import SourceFile
from mindaudit.sources.read import read

LARGE = 8_000_000
"""Characters of source above which a scan divides a repository, unless another limit is given."""
_CHUNK = 1_000_000

Chunk = list[bytes]
"""Texts of files, as bytes that any text can be turned into."""


def chunks(files: Iterable[SourceFile], large: int) -> list[Chunk]:
    """The texts of files in parts of about the same size; none if they are not large together."""
    texts = [source.text for source in map(read, files) if source.problem is None]
    if sum(map(len, texts)) <= large:
        return []
    return list(_parted(texts, min(_CHUNK, large)))


def collected(chunk: Chunk) -> list[bytes | None]:
    """The packed facts of each text; None for one that cannot be parsed."""
    found = [collect_packed(collect_one, SourceFile("", "", text=_text(each))) for each in chunk]
    return [each if isinstance(each, bytes) else None for each in found]


def kept(file: Path, parts: Iterable[tuple[Chunk, Sequence[bytes | None]]]) -> None:
    """Put packed facts, each with its text, into a file that a FactsCache reads."""
    pairs = [(text, facts) for texts, found in parts for text, facts in zip(texts, found, strict=True)]
    FactsCache(file).keep((_text(text), facts) for text, facts in pairs if facts is not None)


def _parted(texts: Iterable[str], size: int) -> Iterator[Chunk]:
    part: Chunk = []
    length = 0
    for text in texts:
        part.append(text.encode("utf-8", "surrogatepass"))
        length += len(text)
        if length >= size:
            yield part
            part, length = [], 0
    if part:
        yield part


def _text(content: bytes) -> str:
    return content.decode("utf-8", "surrogatepass")

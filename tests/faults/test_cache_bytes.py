"""A cache of which any byte changed: the answer is right, and the cache heals."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from mindaudit.audit.engine import scan
from mindaudit.cache import keys as cache_module
from mindaudit.cache.facts import FactsCache
from mindaudit.cache.keys import judged_key, source_digest
from mindaudit.cache.results import JudgedCache
from mindaudit.collect import collect
from mindaudit.config.schema import Config
from mindaudit.model import SourceFile
from mindaudit_reports import formats

TEXT = "import torch\nx = torch.abs(torch.ones(2))\n"
PATTERNS = (0xFF, 0x01, 0x80, 0x40)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One tiny file, with a cache of its own."""
    (tmp_path / "project").mkdir()
    (tmp_path / "project/a.py").write_text(TEXT)
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "project"


def answer(project: Path) -> str | bytes:
    return formats()["json"].render([scan([project])])


def cache_file(project: Path) -> Path:
    return project.parent / "cache/cache.sqlite"


def damaged(whole: bytes, positions: Iterable[int], pattern: int) -> Iterable[tuple[int, bytes]]:
    for position in positions:
        changed = bytearray(whole)
        changed[position] ^= pattern
        yield position, bytes(changed)


def filled_positions(whole: bytes) -> list[int]:
    """Where anything but the empty middle of a page is, and some of that."""
    return [at for at, byte in enumerate(whole) if byte or at % 97 == 0]


@pytest.mark.parametrize("part", [pytest.param(each, marks=[] if each == 0 else [pytest.mark.faults]) for each in range(4)])
def test_every_byte_that_says_anything(project: Path, part: int) -> None:
    """At the level of the two tables, which is quick; whole audits below."""
    good = answer(project)
    file = cache_file(project)
    whole = file.read_bytes()
    source = SourceFile(str(project / "a.py"), "a.py", TEXT)
    key = judged_key([source_digest(source)], [source], Config())
    facts, judged = FactsCache(file).find({"a.py": TEXT}), JudgedCache(file).find(key)
    assert facts == {"a.py": collect(source)}
    assert judged is not None
    chance = random.Random(2)
    for position, content in damaged(whole, filled_positions(whole)[part::4], 1 << chance.randrange(8)):
        file.write_bytes(content)
        assert FactsCache(file).find({"a.py": TEXT}) in ({}, facts), position
        file.write_bytes(content)
        assert JudgedCache(file).find(key) in (None, judged), position
    assert answer(project) == good


@pytest.mark.parametrize("part", [pytest.param(each, marks=[] if each == 0 else [pytest.mark.faults]) for each in range(8)])
def test_whole_audits_over_damaged_caches(project: Path, part: int) -> None:
    """Every eighth of the positions is one test, so that they run side by side; the first one tries only some of its own."""
    good = answer(project)
    file = cache_file(project)
    whole = file.read_bytes()
    positions = filled_positions(whole)[part::8] if part else random.Random(3).sample(filled_positions(whole), 60)
    for position, content in damaged(whole, positions, PATTERNS[part % 4]):
        file.write_bytes(content)
        assert answer(project) == good, position
        assert answer(project) == good, position


@pytest.mark.parametrize("text", [b"judged", b"facts", b"value BLOB", b"CREATE TABLE", b"WITHOUT ROWID"])
@pytest.mark.parametrize("byte", [0x00, 0x22, 0x80, 0xD4, 0xFF])
def test_a_damaged_schema(project: Path, text: bytes, byte: int) -> None:
    good = answer(project)
    file = cache_file(project)
    whole = file.read_bytes()
    for at in (whole.index(text), whole.index(text) + 2, whole.rindex(text)):
        file.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        assert answer(project) == good
        assert answer(project) == good


@pytest.mark.parametrize("columns", ["other", "key BLOB, value BLOB", "key TEXT PRIMARY KEY, value TEXT, used TEXT, more TEXT NOT NULL"])
def test_tables_of_another_form_are_replaced(project: Path, columns: str) -> None:
    cache_file(project).parent.mkdir()
    with closing(sqlite3.connect(cache_file(project))) as store, store:
        for table in ("facts", "judged"):
            store.execute(f"CREATE TABLE {table} ({columns})")
    first = answer(project)
    assert answer(project) == first
    text = TEXT + "y = 1\n"
    (project / "a.py").write_text(text)
    answer(project)
    assert FactsCache(cache_file(project)).find({"a.py": text}) != {}


@pytest.mark.parametrize("length", [0, 1, 15, 16, 50, 100, 1023, 4095, 4096, 4097, 8192, 12_000])
def test_a_cut_cache(project: Path, length: int) -> None:
    good = answer(project)
    file = cache_file(project)
    file.write_bytes(file.read_bytes()[:length])
    assert answer(project) == good
    assert answer(project) == good
    # what still answers need not be healed: the damage shows where something else is looked up
    for text in (f"{TEXT}y = 1\n", f"{TEXT}y = 2\n"):
        (project / "a.py").write_text(text)
        answer(project)
    assert FactsCache(file).find({"a.py": text}) != {}


def test_pages_in_another_order_and_pages_of_nonsense(project: Path) -> None:
    good = answer(project)
    file = cache_file(project)
    whole = file.read_bytes()
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    chance = random.Random(4)
    for _ in range(20):
        chosen = [chance.choice([*pages, chance.randbytes(4096)]) for _ in pages]
        file.write_bytes(b"".join(chosen))
        assert answer(project) == good


def test_a_cache_that_another_version_made(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = answer(project)
    for name in ("_collector_digest", "_tool_digest"):
        monkeypatch.setattr(cache_module, name, lambda: b"another version")
    (project / "a.py").write_text("import torch\ny = torch.relu(torch.ones(2))\n")
    answer(project)
    (project / "a.py").write_text(TEXT)
    monkeypatch.undo()
    monkeypatch.setenv("MINDAUDIT_CACHE", str(cache_file(project).parent))
    assert answer(project) == good


@pytest.mark.parametrize("entry", [b"", b"\xc0", b"\x90", b"\x92\x90\x90", b"\x81\xa1a\x01", b"\xff" * 100])
def test_an_entry_in_another_form(project: Path, entry: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digest is right: as if a version with the same key had written another form."""
    good = answer(project)
    source = SourceFile(str(project / "a.py"), "a.py", TEXT)
    file = cache_file(project)
    facts = FactsCache(file)
    facts._store.keep([(cache_module.text_key(TEXT), entry)])
    judged = JudgedCache(file)
    judged._store.keep([(judged_key([source_digest(source)], [source], Config()), entry)])
    assert answer(project) == good

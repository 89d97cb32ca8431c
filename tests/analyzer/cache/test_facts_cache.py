from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from mindaudit.cache import facts as module
from mindaudit.cache import store
from mindaudit.cache.facts import FactsCache
from mindaudit.collect import collect
from mindaudit.facts.packing import pack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import (
    SourceFile,
)

TEXTS = {
    "a.py": "import torch\n\n\ndef f(x: torch.Tensor, k=(1, [2], {'a': 3}), *rest, **more):\n    return torch.abs(x, out=k)\n",
    "b.py": "x = 1j + 2.5\ny = b'\\0' + ...\nz = -10\n",
    "same.py": "x = 1j + 2.5\ny = b'\\0' + ...\nz = -10\n",
    "层.py": "名 = '值'\n",
}


def facts(name: str) -> ModuleFacts:
    return collect(SourceFile(name, name, TEXTS[name]))


def filled(file: Path) -> FactsCache:
    cache = FactsCache(file)
    cache.keep((text, pack(facts(name))) for name, text in TEXTS.items())
    return cache


def test_what_was_stored_is_found(tmp_path: Path) -> None:
    filled(tmp_path / "sub" / "cache.sqlite")
    found = FactsCache(tmp_path / "sub" / "cache.sqlite").find({**TEXTS, "new.py": "x = 3\n"})
    assert set(found) == set(TEXTS)
    assert {name: each.path for name, each in found.items()} == {name: name for name in TEXTS}
    for name, each in found.items():
        assert repr(each) == repr(facts(name))


def test_no_flipped_bit_gives_another_answer(tmp_path: Path) -> None:
    file = tmp_path / "cache.sqlite"
    filled(file)
    whole = file.read_bytes()
    good = {name: repr(each) for name, each in FactsCache(file).find(TEXTS).items()}
    chance = random.Random(1)
    for position in chance.sample(range(len(whole)), 300):
        damaged = bytearray(whole)
        damaged[position] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        for name, each in FactsCache(file).find(TEXTS).items():
            assert repr(each) == good[name], position


@pytest.mark.parametrize("content", [b"no database", b"SQLite format 3\0" + b"\xff" * 200, b""])
def test_a_foreign_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cache.sqlite"
    file.write_bytes(content)
    FactsCache(file).find(TEXTS)
    filled(file)
    assert set(FactsCache(file).find(TEXTS)) == set(TEXTS)


def test_a_place_that_cannot_be_used_stores_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "cache.sqlite", tmp_path, None):
        cache = FactsCache(place)
        cache.keep([(TEXTS["a.py"], pack(facts("a.py")))])
        assert cache.find(TEXTS) == {}


def test_a_locked_store_does_not_stop_an_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cache.sqlite"
    filled(file)
    real = sqlite3.connect
    monkeypatch.setattr(store.sqlite3, "connect", lambda path, timeout: real(path, timeout=0.01))
    with real(file) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert FactsCache(file).find(TEXTS) == {}


def test_the_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FACTS_LIMIT", 4_000)
    cache = FactsCache(tmp_path / "cache.sqlite")
    texts = {f"{i}.py": f"x{i} = {i}\n" for i in range(60)}
    for name, text in texts.items():
        cache.keep([(text, pack(collect(SourceFile(name, name, text))))])
    assert 0 < len(cache.find(texts)) < 40

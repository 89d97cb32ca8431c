from __future__ import annotations

import random
import sqlite3
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest

from mindaudit.audit.collect_files import collect_one
from mindaudit.audit.engine import scan
from mindaudit.cache import results as module
from mindaudit.cache import store
from mindaudit.cache.results import FactsCache, Judged, JudgedCache, bare, pack_judged
from mindaudit.collect import collect
from mindaudit.config.schema import Config
from mindaudit.facts.packing import pack
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import (
    ANY,
    Argument,
    Audit,
    Evidence,
    Finding,
    Hazard,
    Mitigation,
    Problem,
    SourceFile,
    Target,
    ThirdParty,
    Usage,
    Value,
)
from mindaudit_reports import formats

TEXTS = {
    "a.py": "import torch\n\n\ndef f(x: torch.Tensor, k=(1, [2], {'a': 3}), *rest, **more):\n    return torch.abs(x, out=k)\n",
    "b.py": "x = 1j + 2.5\ny = b'\\0' + ...\nz = -10\n",
    "same.py": "x = 1j + 2.5\ny = b'\\0' + ...\nz = -10\n",
    "层.py": "名 = '值'\n",
}


def key_of(sources: list[SourceFile], asked: list[SourceFile], config: Config) -> bytes:
    return module.judged_key(map(module.source_digest, sources), asked, config)


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


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project, and a cache of its own."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "broken.py").write_text("x = (\n")
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    return folder


def shown(audit: Audit) -> str | bytes:
    return formats()["json"].render([audit])


def test_a_warm_audit_is_the_cold_one(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(targets=(Target("2.4"), Target("2.10")))
    plain = shown(scan([project], replace(config, cache=False)))
    assert shown(scan([project], config)) == plain
    monkeypatch.setattr("mindaudit.audit.pipeline.gather", None)
    assert shown(scan([project], config)) == plain


def test_results_are_kept_whole_once_they_are_without_the_values_of_arguments(tmp_path: Path) -> None:
    """Every field differs from its default, so that one which gets lost shows."""

    def argument(value: Value) -> Argument:
        return Argument((1, 2), "k", "*", value)

    def judged(value: Value) -> Judged:
        usage = Usage(
            *((3, 4), "call", "torch.abs", "likely", ("torch.exp",), "f", "network", (5, 6)),
            *(argument(value), (argument(value), argument(value)), True, True, True),
        )
        finding = Finding(usage, "supported", "MA103", "ops.abs", "x", ("import x",), "r", ("d",), "why", Evidence("official", "e"), "note")
        hazard = Hazard((1, 2), "MA201", "m", "certain", "error", "data", "f", "network", Mitigation("t", "c", "z"), ("a",), "z")
        return Judged(
            "analyzed", Problem("MA903", "m", 1), (finding, finding), (hazard,), (ThirdParty((1, 2), "n", "s"),), (Problem("MA903", "x"),)
        )

    known = [[judged(ANY), Judged("no-torch")], [Judged("no-torch"), Judged("no-torch")]]
    JudgedCache(tmp_path / "cache.sqlite").keep(b"key", [list(map(pack_judged, files)) for files in known])
    assert JudgedCache(tmp_path / "cache.sqlite").find(b"key") == known
    assert tuple(map(bare, judged(Value(literal=1)).findings)) == known[0][0].findings


def test_levels_and_comments_count_in_a_warm_audit_too(project: Path) -> None:
    (project / "a.py").write_text("import torch\nx = torch.nonzero(torch.ones(3))\n")
    codes = [hazard.code for file in scan([project]).files for hazard in file.hazards]
    assert "MA202" in codes
    off = scan([project], Config(levels={"MA202": "off"}))
    assert "MA202" not in [hazard.code for file in off.files for hazard in file.hazards]


def test_only_what_changed_is_collected_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scan([project])
    collected: list[str] = []

    def watched(source: SourceFile) -> object:
        collected.append(source.name)
        return collect_one(source)

    monkeypatch.setattr("mindaudit.audit.collect_files.collect_one", watched)
    (project / "a.py").write_text("import torch\n")
    warm = shown(scan([project]))
    assert collected == ["a.py", "broken.py"]
    assert shown(scan([project], Config(cache=False))) == warm


def test_another_target_file_or_choice_of_files_is_another_key(project: Path) -> None:
    sources = [SourceFile("p/a.py", "a.py", "x"), SourceFile("p/b.py", "b.py", "y")]
    keys = {
        key_of(sources, sources, Config()),
        key_of(sources, sources[:1], Config()),
        key_of(sources, sources, Config(targets=(Target("2.4"),))),
        key_of(sources, sources, Config(targets=(Target(backend="cpu"),))),
        key_of(sources[:1], sources[:1], Config()),
        key_of([SourceFile("q/a.py", "a.py", "x"), sources[1]], sources, Config()),
        key_of([SourceFile("p/a.py", "a.py", "xy"), SourceFile("p/b.py", "b.py", "")], sources, Config()),
        key_of(sources, sources, Config(mappings=("own.csv",))),
    }
    assert len(keys) == 8
    assert key_of(sources, sources, Config(levels={"MA203": "off"})) in keys


def test_facts_belong_to_the_versions_of_both_parsers(monkeypatch: pytest.MonkeyPatch) -> None:
    def key() -> bytes:
        module._collector.cache_clear()
        return module.text_key("x")

    assert metadata.version("libcst").encode() in module._version_of("libcst")
    assert module._version_of("no_such_package") == b""
    before = key()
    for place, name, other in ((module, "_version_of", lambda package: b"2.0"), (sys, "version", "4.0")):
        with monkeypatch.context() as changed:
            changed.setattr(place, name, other)
            assert key() != before
    assert key() == before


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

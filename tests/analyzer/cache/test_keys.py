from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import mindaudit
from mindaudit.cache import keys
from mindaudit.cache.keys import judged_key, source_digest
from mindaudit.config.folders import data_folder
from mindaudit.config.schema import Config
from mindaudit.model import SourceFile, Target

PACKAGE = Path(mindaudit.__file__).parent


def key_of(sources: list[SourceFile], asked: list[SourceFile], config: Config) -> bytes:
    return judged_key(map(source_digest, sources), asked, config)


def test_another_target_file_or_choice_of_files_is_another_key() -> None:
    sources = [SourceFile("p/a.py", "a.py", "x"), SourceFile("p/b.py", "b.py", "y")]
    found = {
        key_of(sources, sources, Config()),
        key_of(sources, sources[:1], Config()),
        key_of(sources, sources, Config(targets=(Target("2.4"),))),
        key_of(sources, sources, Config(targets=(Target(backend="cpu"),))),
        key_of(sources[:1], sources[:1], Config()),
        key_of([SourceFile("q/a.py", "a.py", "x"), sources[1]], sources, Config()),
        key_of([SourceFile("p/a.py", "a.py", "xy"), SourceFile("p/b.py", "b.py", "")], sources, Config()),
        key_of(sources, sources, Config(mappings=("own.csv",))),
    }
    assert len(found) == 8
    assert key_of(sources, sources, Config(levels={"MA203": "off"})) in found


def test_facts_belong_to_the_versions_of_the_parser_and_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def key() -> bytes:
        keys._collector_digest.cache_clear()
        return keys.text_key("x")

    assert metadata.version("libcst").encode() in keys._version_of("libcst")
    assert keys._version_of("no_such_package") == b""
    before = key()
    for place, name, other in ((keys, "_version_of", lambda package: b"2.0"), (sys, "version", "4.0")):
        with monkeypatch.context() as changed:
            changed.setattr(place, name, other)
            assert key() != before
    assert key() == before


def test_facts_belong_to_all_that_the_collector_imports() -> None:
    files, waiting = set(), [PACKAGE / "collect" / "__init__.py"]
    while waiting:
        file = waiting.pop()
        if file not in files:
            files.add(file)
            waiting += imported(file)
    assert {file.relative_to(PACKAGE).parts[0] for file in files} >= {"collect", "facts", "model.py"}
    assert files <= set(keys.collector_files())


def imported(file: Path) -> Iterator[Path]:
    """The files of the package that a file imports, at its head or inside functions."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        names = [f"{node.module}.{each.name}" for each in node.names] if isinstance(node, ast.ImportFrom) else []
        names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        for name in names:
            parts = name.split(".")[1:] if name.startswith("mindaudit.") else []
            for end in range(1, len(parts) + 1):
                path = PACKAGE.joinpath(*parts[:end])
                yield from (each for each in (path.with_suffix(".py"), path / "__init__.py") if each.is_file())


def test_results_belong_to_the_tables_that_were_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindaudit.config.folders.user_data_path", lambda name, appauthor: tmp_path)
    sources = [SourceFile("p/a.py", "a.py", "x")]
    found = {key_of(sources, sources, Config())}
    data_folder().mkdir()
    (data_folder() / "official-2.9.waiting.csv").write_text("waits")
    assert key_of(sources, sources, Config()) in found
    for text in ("accepted", "another text"):
        (data_folder() / "official-2.9.csv").write_text(text)
        assert key_of(sources, sources, Config()) not in found
        found.add(key_of(sources, sources, Config()))

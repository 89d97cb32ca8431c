"""The user's folders: where the cache is, and which fetched tables count."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mindaudit.config.folders import accepted, cache_file, data_folder


@pytest.mark.skipif(sys.platform != "linux", reason="the library that knows the folders is asked for those of this system")
def test_folders_are_the_user_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MINDAUDIT_CACHE")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert data_folder() == tmp_path / "data" / "mindaudit" / "tables"
    assert cache_file() == tmp_path / "cache" / "mindaudit" / "cache.sqlite"


def test_the_environment_names_another_cache_or_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path))
    assert cache_file() == tmp_path / "cache.sqlite"
    monkeypatch.setenv("MINDAUDIT_CACHE", "off")
    assert cache_file() is None


def test_tables_count_in_the_order_of_their_releases(tmp_path: Path) -> None:
    for name in ("official-2.10.csv", "official-2.9.csv", "official-2.11.waiting.csv", "other.csv"):
        (tmp_path / name).touch()
    assert [path.name for path in accepted(tmp_path)] == ["official-2.9.csv", "official-2.10.csv"]
    assert accepted(tmp_path / "missing") == ()

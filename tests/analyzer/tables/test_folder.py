from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mindaudit.config.folders import accepted, data_folder


def test_the_folder_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    for platform, base in (("linux", tmp_path), ("win32", tmp_path / "local")):
        monkeypatch.setattr(sys, "platform", platform)
        assert data_folder() == base / "mindaudit" / "tables"


def test_tables_count_in_the_order_of_their_releases(tmp_path: Path) -> None:
    for name in ("official-2.10.csv", "official-2.9.csv", "official-2.11.waiting.csv", "other.csv"):
        (tmp_path / name).touch()
    assert [path.name for path in accepted(tmp_path)] == ["official-2.9.csv", "official-2.10.csv"]
    assert accepted(tmp_path / "missing") == ()

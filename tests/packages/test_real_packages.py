"""Whole audits of packages as they are published."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from mindaudit.cli import run
from mindaudit_reports.json import schema

pytestmark = pytest.mark.packages


@pytest.mark.parametrize("name", ["timm", "torchvision"])
def test_every_file_is_accounted_for(name: str, packages: dict[str, Path], tmp_path: Path) -> None:
    report = tmp_path / "audit.json"
    assert run(["scan", str(packages[name]), "-q", "-o", str(report)]) == 0
    audit = json.loads(report.read_text("utf-8"))
    jsonschema.validate(audit, schema())
    files = sorted(path.relative_to(packages[name]).as_posix() for path in packages[name].rglob("*.py"))
    assert [file["path"] for file in audit["files"]] == files
    assert not [file for file in audit["files"] if file["problem"]]
    assert sum(audit["summary"]["by_verdict"].values()) == len(audit["usages"]) > 1_000


def test_a_warm_audit_gives_the_same_bytes(packages: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    for name in ("cold", "warm"):
        assert run(["scan", str(packages["torchvision"]), "-q", "-o", str(tmp_path / f"{name}.json")]) == 0
    assert (tmp_path / "cold.json").read_bytes() == (tmp_path / "warm.json").read_bytes()


def test_the_order_in_which_sets_are_walked_changes_nothing(packages: dict[str, Path], tmp_path: Path) -> None:
    reports = []
    for seed in ("1", "2"):
        report = tmp_path / f"{seed}.json"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "MINDAUDIT_CACHE": str(tmp_path / seed)}
        subprocess.run(
            [sys.executable, "-m", "mindaudit", "scan", str(packages["timm"]), "-q", "-o", str(report)], env=environment, check=True
        )
        reports.append(report.read_bytes())
    assert reports[0] == reports[1]

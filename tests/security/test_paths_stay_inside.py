"""Names in the audited project's own configuration, files and notebooks: nothing is written where they lead, nothing outside is audited."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from mindaudit.cli import run

SOURCE = "import torch\nx = torch.nonzero(torch.ones(2))\n"
links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "project"
    made.mkdir()
    (made / "a.py").write_text(SOURCE)
    (tmp_path / "outside.py").write_text(SOURCE)
    monkeypatch.chdir(made)
    return made


def everything(folder: Path) -> set[Path]:
    return set(folder.parent.rglob("*"))


def report(*arguments: str) -> dict[str, object]:
    assert run(["scan", *arguments, "-q", "-o", "../audit.json"]) == 0
    found: dict[str, object] = json.loads(Path("../audit.json").read_text())
    Path("../audit.json").unlink()
    return found


@pytest.mark.parametrize("place", ["../stolen.json", "/tmp/mindaudit-stolen.json", "sub/../../stolen.json"])
@pytest.mark.parametrize("command", [["create"], ["create", "--force"], ["update"]])
def test_a_configured_baseline_is_not_written_outside(
    folder: Path, place: str, command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "sub").mkdir()
    (folder / "mindaudit.toml").write_text(f'baseline = "{place}"\n')
    before = everything(folder)
    assert run(["baseline", *command, "."]) == 2
    assert "--baseline" in capfd.readouterr().err
    assert everything(folder) == before
    assert not Path("/tmp/mindaudit-stolen.json").exists()


@links
def test_nor_is_one_behind_a_link(folder: Path) -> None:
    (folder / "mindaudit-baseline.json").symlink_to("../stolen.json")
    assert run(["baseline", "create", "."]) == 2
    assert not (folder.parent / "stolen.json").exists()
    assert run(["baseline", "create", ".", "--baseline", "../asked.json"]) == 0
    assert (folder.parent / "asked.json").exists()


@pytest.mark.parametrize("key", ["mappings", "recipes"])
@pytest.mark.parametrize("place", ["../outside.py", "/etc/passwd", "nowhere", ".", "a\\u0000b"])
def test_other_files_of_a_configuration_are_read_as_what_they_are(
    folder: Path, key: str, place: str, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "mindaudit.toml").write_text(f'{key} = ["{place}"]\n')
    before = everything(folder)
    status = run(["scan", ".", "-q", "-o", "../audit.json"])
    (folder.parent / "audit.json").unlink(missing_ok=True)
    err = capfd.readouterr().err
    assert status == 2 or (status, err) == (0, "")
    assert err.count("\n") == (status == 2)
    assert everything(folder) == before


@pytest.mark.parametrize("pattern", ["../../**", "/../..", "..", "!..", "../outside.py", "/", "./", "\\", "[", "**", "!**"])
def test_patterns_with_dots_leave_out_nothing_else(folder: Path, pattern: str) -> None:
    (folder / "mindaudit.toml").write_text(f"exclude = [{json.dumps(pattern)}]\n")
    status = run(["scan", ".", "-q", "-o", "../audit.json"])
    assert status == (2 if pattern in ("**", "\\") else 0)
    if status == 0:
        assert [file["path"] for file in json.loads(Path("../audit.json").read_text())["files"]] == ["a.py"]


@links
def test_links_do_not_multiply_or_trap(folder: Path) -> None:
    (folder / "loop").symlink_to(".")
    (folder / "self.py").symlink_to("self.py")
    (folder / "round").mkdir()
    (folder / "round/up").symlink_to("../round")
    for number in range(8):
        (folder / f"way{number}").symlink_to("round")
    files = report(".")["files"]
    assert isinstance(files, list)
    assert [file["path"] for file in files if not file["problem"]] == ["a.py"]
    assert len(files) < 16


@links
@pytest.mark.parametrize("target", ["/dev/zero", "/dev/random", "/proc/self/mem", "/dev/stdin", "/dev/tty"])
def test_a_link_to_a_device_is_a_row(folder: Path, target: str) -> None:
    (folder / "device.py").symlink_to(target)
    (folder / "device.ipynb").symlink_to(target)
    files = report(".")["files"]
    assert isinstance(files, list)
    found = {file["path"]: file["problem"] and file["problem"]["code"] for file in files}
    assert found == {"a.py": None, "device.py": "MA902", "device.ipynb": "MA902"}


@links
@pytest.mark.parametrize("target", ["/dev/zero", "pipe"])
def test_neither_do_configuration_and_ignore_files_that_never_end(folder: Path, target: str, capfd: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder.parent / "pipe")
    for name in (".gitignore", "mindaudit.toml", "pyproject.toml"):
        (folder / name).symlink_to(target if target.startswith("/") else folder.parent / target)
    assert run(["scan", ".", "-q", "-o", "../audit.json"]) == 0
    (folder / "mindaudit-baseline.json").symlink_to(target if target.startswith("/") else folder.parent / target)
    assert run(["baseline", "check", ".", "--baseline", "mindaudit-baseline.json"]) == 2


def test_names_in_a_notebook_lead_nowhere(folder: Path) -> None:
    cell = {"cell_type": "code", "source": SOURCE, "id": "../../x", "metadata": {"name": "../../x", "filename": "/tmp/x"}}
    metadata = {"kernelspec": {"language": "python", "name": "../../x"}, "language_info": {"name": "python", "file_extension": "/../x"}}
    (folder / "n.ipynb").write_text(json.dumps({"cells": [cell], "metadata": metadata, "nbformat": 4}))
    before = everything(folder)
    assert {usage["path"] for usage in report(".")["usages"]} == {"a.py", "n.ipynb#cell1"}  # type: ignore[attr-defined]
    assert run(["rewrite", ".", "--output", "../new", "-q"]) == 0
    assert {path.name for path in everything(folder) - before} == {"new", "a.py", "n.ipynb"}

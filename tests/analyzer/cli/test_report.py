from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit_data import VERDICTS

OLD = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x)\n"
NEW = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n"


@pytest.fixture
def audits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """old.json and new.json in the current folder."""
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path)
    for name, text in (("old", OLD), ("new", NEW)):
        Path("src/a.py").write_text(text)
        assert run(["scan", "src", "-q", "-o", f"{name}.json"]) == 0


@pytest.mark.usefixtures("audits")
def test_a_report_later_is_the_report_at_once(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "src", "--format", "json=now.json", "--format", "csv=now.csv"]) == 0
    assert run(["report", "now.json", "--format", "json=later.json", "--format", "csv=later.csv", "-q"]) == 0
    assert Path("now.json").read_bytes() == Path("later.json").read_bytes()
    assert Path("now.csv").read_bytes() == Path("later.csv").read_bytes()
    assert run(["report", "now.json", "--format", "csv", "--bom", "--lang", "zh"]) == 0
    assert capfd.readouterr().out.startswith("\ufeffrow,")


@pytest.mark.usefixtures("audits")
def test_from_standard_input(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path("old.json").read_bytes())))
    assert run(["report", "-", "--format", "json"]) == 0
    assert capfd.readouterr().out == Path("old.json").read_text("utf-8")


@pytest.mark.usefixtures("audits")
def test_what_changed(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["diff", "old.json", "new.json", "--format", "json"]) == 0
    assert "MA202" in json.dumps(json.loads(capfd.readouterr().out))
    assert run(["diff", "old.json", "new.json"]) == 0
    assert "MA202" in capfd.readouterr().out


@pytest.mark.usefixtures("audits")
@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["report", "nowhere.json"], "cannot be read"),
        (["report", "src/a.py"], "src/a.py: this is not a JSON report"),
        (["report", "other.json"], "schema"),
        (["diff", "old.json", "new.json", "--format", "csv"], "csv"),
        (["diff", "old.json", "two.json"], "2 targets"),
    ],
)
def test_what_cannot_be_used(capfd: pytest.CaptureFixture[str], arguments: list[str], word: str) -> None:
    Path("other.json").write_text('{"schema": 7}')
    assert run(["scan", "src", "-q", "--target", "2.4", "--target", "2.10", "-o", "two.json"]) == 0
    assert run(arguments) == 2
    err = capfd.readouterr().err
    assert word in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("audits")
def test_snapshots_are_kept_and_drawn(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for day, text in (("1700000000", OLD), ("1800000000", NEW)):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", day)
        Path("src/a.py").write_text(text)
        assert run(["scan", "src", "-q", "--history", "kept/here", "--format", "json=now.json", "--format", "html=now.html"]) == 0
    assert sorted(file.name for file in Path("kept/here").iterdir()) == ["2023-11-14.json", "2027-01-15.json"]
    assert 'id="progress"' in Path("now.html").read_text("utf-8")
    assert run(["report", "now.json", "--history", "kept/here", "-o", "later.html"]) == 0
    assert Path("later.html").read_bytes() == Path("now.html").read_bytes()
    assert run(["scan", "src", "--history", "now.json"]) == 2
    assert "now.json: is no folder" in capfd.readouterr().err


@pytest.mark.usefixtures("audits")
def test_a_folder_that_cannot_be_made_is_told_before_the_audit(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", "src", "--history", "src/a.py/kept", "-o", "now.html"]) == 2
    assert capfd.readouterr().err == "mindaudit: cannot make the folder src/a.py/kept: Not a directory\n"
    assert not Path("now.html").exists()


def test_explain(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "ma202"]) == 0
    assert capfd.readouterr().out.startswith("# MA202: ")
    assert run(["explain", "MA202", "--lang", "zh"]) == 0
    assert run(["explain", "MA2022"]) == 2
    assert "did you mean 'MA202'" in capfd.readouterr().err


def test_explain_knows_verdicts_and_lists_everything(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "composable"]) == 0
    assert capfd.readouterr().out.startswith("# MA102: ")
    assert run(["explain", "Supported", "--lang", "zh"]) == 0
    assert capfd.readouterr().out.startswith("# supported: 有一个")
    assert run(["explain", "--list"]) == 0
    listed = [line.split()[0] for line in capfd.readouterr().out.splitlines()]
    assert {*VERDICTS, "MA101", "MA202", "MA904"} <= set(listed)
    assert run(["explain"]) == 2

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mindaudit.audit.engine import scan
from mindaudit.cli import run
from mindaudit.errors import UsageError
from mindaudit.model import Audit, FileAudit, Finding, Hazard, Target, Usage
from mindaudit.policy.baseline import Entry, compare, dump, entries, load, without

PIECES = ["torch.nonzero(x)", "torch.nonzero( x )", "torch.unique(y)", "x[x > 0]", "torch.nonzero(z)"]


def audit(*files: tuple[str, list[tuple[str, str]]]) -> Audit:
    """An audit in which each piece of each file is a finding and a hazard, in the given function."""
    return Audit("p", Target(), tuple(_file(path, pieces) for path, pieces in files), "1", "1")


def _file(path: str, pieces: list[tuple[str, str]]) -> FileAudit:
    text, findings, hazards = "", [], []
    for function, piece in pieces:
        text += "\n"
        span = len(text), len(text) + len(piece)
        text += piece
        findings.append(Finding(Usage(span, "call", "torch.f", "certain", function=function), "custom-op", "MA101"))
        hazards.append(Hazard(span, "MA202", "m", "certain", "error", function=function))
    return FileAudit(path, "analyzed", findings=tuple(findings), hazards=tuple(hazards), text=text)


def test_the_check_follows_the_configured_gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mindaudit.toml").write_text('fail-on = ["custom-op"]\n')
    (tmp_path / "a.py").write_text("import torch\n")
    assert run(["baseline", "create", "."]) == 0
    (tmp_path / "a.py").write_text("import torch\n\ny = torch.nonzero(torch.ones(3))\n")
    assert run(["baseline", "check", "."]) == 0
    (tmp_path / "mindaudit.toml").write_text('fail-on = ["custom-op", "MA202"]\n')
    assert run(["baseline", "check", "."]) == 1


pieces = st.lists(st.tuples(st.sampled_from(["f", "g", "C.h"]), st.sampled_from(PIECES)), max_size=6)
projects = st.dictionaries(st.sampled_from(["a.py", "b.py", "sub/c.py"]), pieces, max_size=3)


@given(project=projects, seed=st.integers())
def test_moving_and_renaming_give_nothing_new_and_nothing_stale(project: dict[str, list[tuple[str, str]]], seed: int) -> None:
    chance = random.Random(seed)
    before = audit(*project.items())
    flat = [(chance.choice(["f", "k"]), piece) for pieces in project.values() for _, piece in pieces]
    chance.shuffle(flat)
    cut = chance.randint(0, len(flat))
    after = audit(("renamed.py", flat[:cut]), ("new/place.py", flat[cut:]))
    outcome = compare(entries(after), entries(before))
    assert not outcome.new
    assert not outcome.stale
    assert not entries(without(after, entries(before)))


@given(project=projects, function=st.sampled_from(["f", "g"]), piece=st.sampled_from(PIECES))
def test_one_more_result_is_new_and_one_less_is_stale(project: dict[str, list[tuple[str, str]]], function: str, piece: str) -> None:
    less = audit(*project.items())
    more = audit(*{**project, "a.py": [*project.get("a.py", []), (function, piece)]}.items())
    grown = compare(entries(more), entries(less))
    assert (len(grown.new), len(grown.stale), len(grown.known)) == (2, 0, len(entries(less)))
    shrunk = compare(entries(less), entries(more))
    assert (len(shrunk.new), len(shrunk.stale)) == (0, 2)


def test_of_equal_results_the_one_elsewhere_is_new() -> None:
    old = audit(("a.py", [("f", PIECES[0])]), ("b.py", [("f", PIECES[0])]))
    now = audit(("a.py", [("f", PIECES[0])]), ("b.py", [("f", PIECES[0]), ("g", PIECES[0])]), ("c.py", [("f", PIECES[0])]))
    assert {(entry.path, entry.function) for entry in compare(entries(now), entries(old)).new} == {("b.py", "g"), ("c.py", "f")}
    assert {file.path for file in without(now, entries(old)).files if file.hazards} == {"b.py", "c.py"}


@given(project=projects)
@settings(max_examples=25)
def test_a_file_gives_its_entries_back(project: dict[str, list[tuple[str, str]]], tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("baseline") / "b.json"
    found = entries(audit(*project.items()))
    file.write_text(dump(found), "utf-8")
    assert load(file) == sorted(found)
    assert dump(load(file)) == file.read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ("{", "damaged"),
        ("[" * 100_000, "damaged"),
        ("[]", "schema 1 but None"),
        ('{"schema": 2, "entries": []}', "schema 1 but 2"),
        ('{"schema": 1, "entries": 3}', "lacks its fields"),
        ('{"schema": 1, "entries": [{"path": "x"}]}', "lacks its fields"),
        ('{"schema": 1, "entries": [7]}', "lacks its fields"),
    ],
)
def test_a_baseline_that_cannot_be_used(tmp_path: Path, content: str, word: str) -> None:
    file = tmp_path / "b.json"
    file.write_text(content)
    with pytest.raises(UsageError, match=word):
        load(file)


def test_a_missing_baseline_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="mindaudit baseline create"):
        load(tmp_path / "b.json")
    with pytest.raises(UsageError, match="cannot be read"):
        load(tmp_path)


def test_real_edits(tmp_path: Path) -> None:
    source = "import torch\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(\n        x)\n"
    (tmp_path / "a.py").write_text(source)
    before = scan([tmp_path])
    assert "MA202" in {entry.code for entry in entries(before)}
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    (tmp_path / "b.py").write_text("'''Doc.'''\n\n" + source.replace("(\n        x)", "(x)"))
    assert not compare(entries(scan([tmp_path])), entries(before)).new


BAD = "import torch\n\ndef f(x: torch.Tensor):\n    return torch.nonzero(x)\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "a.py").write_text(BAD)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_ratchet(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    gate = ["scan", ".", "-q", "--fail-on", "MA202", "-o", "out.json"]
    assert run(gate) == 1
    assert run(["baseline", "create", "."]) == 0
    assert run([*gate, "--baseline", "mindaudit-baseline.json"]) == 0
    (project / "b.py").write_text(BAD.replace("nonzero(x)", "nonzero(x + 1)"))
    assert run([*gate, "--baseline", "mindaudit-baseline.json"]) == 1
    assert run(["baseline", "check", "."]) == 1
    assert "new: b.py: MA202 torch.nonzero(x+1)" in capfd.readouterr().out

    size = len(load(Path("mindaudit-baseline.json")))
    assert run(["baseline", "update", "."]) == 0
    assert len(load(Path("mindaudit-baseline.json"))) == size, "never grows by itself"
    assert run(["baseline", "update", ".", "--add"]) == 0
    assert len(load(Path("mindaudit-baseline.json"))) > size
    assert run(["baseline", "check", "."]) == 0

    (project / "a.py").write_text("x = 1\n")
    capfd.readouterr()
    assert run(["baseline", "check", "."]) == 0
    out, err = capfd.readouterr()
    assert "stale: a.py: MA202 torch.nonzero(x)" in out
    assert "drop the stale ones" in err
    assert run(["baseline", "update", "."]) == 0
    assert {entry.path for entry in load(Path("mindaudit-baseline.json"))} == {"b.py"}


def test_create_never_overwrites(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["baseline", "create", "."]) == 0
    assert run(["baseline", "create", "."]) == 2
    assert "--force" in capfd.readouterr().err
    assert run(["baseline", "create", ".", "--force"]) == 0


def test_the_configured_baseline(project: Path) -> None:
    (project / "mindaudit.toml").write_text('paths = ["."]\nbaseline = "accepted.json"\nfail-on = ["MA202"]\n')
    assert run(["scan", "-q", "-o", "out.json"]) == 2
    assert run(["baseline", "create"]) == 0
    assert json.loads(Path("accepted.json").read_text())["schema"] == 1
    assert run(["scan", "-q", "-o", "out.json"]) == 0


def test_a_long_list_is_cut(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["baseline", "create", "."]) == 0
    (project / "c.py").write_text("import torch\nx = torch.ones(2)\n" + "".join(f"y{i} = torch.nonzero(x + {i})\n" for i in range(30)))
    assert run(["baseline", "check", "."]) == 1
    assert "more\n" in capfd.readouterr().out


def test_entries_need_no_source_beyond_a_line() -> None:
    long = replace(audit(("a.py", [("f", "torch.nonzero(" + "x" * 500 + ")")])))
    entry = entries(long)[0]
    assert isinstance(entry, Entry)
    assert len(entry.text) == 80

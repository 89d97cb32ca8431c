"""Files that others made, for commands that read them: whatever they hold, the answer is a report or one line that names the file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from mindaudit.cli import run
from mindaudit.errors import UsageError
from mindaudit.portfolio.listing import listed
from mindaudit.prove.run import names_in

FORMATS = ("term", "html", "csv", "json", "sarif", "markdown", "github", "concise", "gitlab", "junit")
NET = """
import torch
class Net(torch.nn.Module):
    def forward(self, x):
        if x.sum() > 0:
            return torch.svd(x)
        return torch.nonzero(x), torch.igamma(x, x)
"""
VALUES = (
    None,
    True,
    -1,
    0,
    1e308,
    float("nan"),
    float("inf"),
    10**40,
    "",
    "\ud800",
    "a\nb\x1b[31m",
    "9999-99-99",
    [],
    {},
    [[]],
    {"a": [1]},
)
PLACES: tuple[tuple[str | int, ...], ...] = (
    ("schema",), ("tool", "version"), ("root",), ("target", "mode"), ("made",), ("others",), ("sources",), ("summary", "sites"),
    ("summary", "readiness"), ("summary", "gradients_share"), ("summary", "files", "analyzed"), ("effort", "weights", "hours_per_day"),
    ("effort", "weights", "verdicts", "supported", "first", 0), ("effort", "weights", "severities", "error", "site"),
    ("files", 0, "path"), ("files", 0, "status"), ("usages", 0, "line"), ("usages", 0, "code"), ("usages", 0, "verdict"),
    ("usages", 0, "evidence", "grade"), ("usages", 0, "alternatives"), ("hazards", 0, "code"), ("hazards", 0, "end_column"),
    ("hazards", 0, "mitigation"), ("hazards", 0, "severity"), ("problems",),
)  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A report as the tool itself writes it."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "net.py").write_text(NET)
    assert run(["scan", str(folder), "-q", "-o", str(folder / "audit.json")]) == 0
    content: dict[str, Any] = json.loads((folder / "audit.json").read_text())
    return content


def changed(report: Any, place: tuple[str | int, ...], value: object) -> str:
    """The report as text, with another value at a place."""
    copy = json.loads(json.dumps(report))
    inner = copy
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return json.dumps(copy)


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., None]:
    """Runs a command in a folder of its own: it must do its work, or name the file in one line without a word of an inner failure."""
    monkeypatch.chdir(tmp_path)

    def check(*arguments: str, named: str) -> None:
        status = run(arguments)
        said = capfd.readouterr().err
        assert status in (0, 2), said
        if status:
            assert said.count("\n") == 1
            assert named in said

    return check


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(map(str, place)))
def test_a_report_with_anything_anywhere(made: Any, place: tuple[str | int, ...], answer: Callable[..., None]) -> None:
    Path("base.json").write_text(json.dumps(made))
    Path("earlier").mkdir()
    formats = [word for name in FORMATS for word in ("--format", f"{name}=out.{name}")]
    for value in VALUES:
        text = changed(made, place, value)
        Path("other.json").write_text(text)
        Path("earlier/other.json").write_text(text)
        answer("report", "other.json", "-q", *formats, named="other.json")
        answer("diff", "base.json", "other.json", "-q", "--format", "markdown=out.md", named="other.json")
        answer("report", "base.json", "-q", "-o", "page.html", "--history", "earlier", named="other.json")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0\0",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[null]",
        b"1e999",
        b"NaN",
        b"\xff\xfe{\0}\0",
        b'{"schema": 2}',
        b'{"schema": "2"}',
    ],
    ids=lambda data: repr(data[:12]),
)
@pytest.mark.parametrize("command", [("report", "x.json"), ("diff", "x.json", "x.json"), ("report", "x.json", "--history", ".")])
def test_what_is_no_report(data: bytes, command: tuple[str, ...], answer: Callable[..., None]) -> None:
    Path("x.json").write_bytes(data)
    answer(*command, "--format", "json=out", named="x.json")
    assert not Path("out").exists()


@pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
@pytest.mark.parametrize("odd", ["pipe", "device", "folder", "link to nothing", "link to itself"])
def test_earlier_audits_that_never_end_are_named(made: Any, odd: str, answer: Callable[..., None]) -> None:
    Path("base.json").write_text(json.dumps(made))
    place = Path("earlier/other.json")
    place.parent.mkdir()
    if odd == "pipe":
        os.mkfifo(place)
    elif odd == "folder":
        place.mkdir()
    else:
        place.symlink_to({"device": "/dev/zero", "link to nothing": "nowhere", "link to itself": place.name}[odd])
    answer("report", "base.json", "-q", "-o", "page.html", "--history", "earlier", named="other.json")


def test_a_source_longer_than_any_path_is_named() -> None:
    with pytest.raises(UsageError, match="6,004 characters"):
        listed(["a" * 6000 + "@h:x"], None)


def test_a_folder_deep_below_the_listing_travels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a listing may name is not what a path may be."""
    pytest.importorskip("distributed")
    from mindaudit.portfolio.job import Job, job_of
    from mindaudit.portfolio.task import Options

    monkeypatch.chdir(tmp_path)
    (found,) = listed(["/".join(["d" * 100] * 8)], None)
    job = Job(found, Options(day="2026-01-01"), store="s")
    assert job_of(msgspec.json.encode(job)) == job


@pytest.mark.parametrize(
    "source",
    ["ext::sh -c mark", "EXT::x", "fd::17", "--upload-pack=mark", "-u", "https://me:secret@host/x", "", "a\\u0000b"],
)
def test_a_listing_with_an_unsafe_source_is_named(tmp_path: Path, source: str) -> None:
    file = tmp_path / "repos.toml"
    file.write_text(f'[[repositories]]\nsource = "{source}"\n')
    with pytest.raises(UsageError, match=r"repos\.toml: ") as refused:
        listed([], file)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "entry", ['date = "9999-99-99"', "date = 2020-01-01", "value = nan", "value = inf", 'target = ["\\u0000"]', "x = 1"]
)
def test_a_listing_with_a_wrong_entry_is_named(tmp_path: Path, entry: str) -> None:
    file = tmp_path / "repos.toml"
    file.write_text(f'[[repositories]]\nsource = "a"\n{entry}\n')
    with pytest.raises(UsageError, match=r"repos\.toml: "):
        listed([], file)


@pytest.mark.parametrize("data", [b"\0", b"[[", b"\xff\xfe[", b"a=" + b"[" * 50_000, b"repositories = 3", b"x='\xff'"])
def test_what_is_no_listing(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "repos.toml"
    file.write_bytes(data)
    with pytest.raises(UsageError, match=r"repos\.toml: "):
        listed([], file)


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_folder_that_is_called_by_other_bytes_than_text() -> None:
    with pytest.raises(UsageError, match="is not UTF-8"):
        listed([os.fsdecode(b"net\xff")], None)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "(",
            "\0",
            "x = 1",
            "MODELS = [1]",
            "MODELS = dict(a=('m', 'c', []))",
            "MODELS = " + "(" * 5000,
            "x = " + "1 + " * 20_000 + "1",
        ),
        *(f"MODELS = {{{name!r}: ('m', 'c', [])}}" for name in ("../../x", "/x", "a\nb", "\ud800", "", "-x", "x" * 300, "a/b")),
    ],
    ids=lambda text: repr(text[:40]),
)
def test_a_spec_that_is_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "spec.py"
    file.write_text(text)
    with pytest.raises(UsageError, match=r"spec\.py: "):
        names_in(file)


def test_a_spec_of_other_bytes(tmp_path: Path) -> None:
    file = tmp_path / "spec.py"
    file.write_bytes(b"MODELS = {'\xff': ()}")
    with pytest.raises(UsageError, match=r"spec\.py: "):
        names_in(file)

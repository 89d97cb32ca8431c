"""A project whose names, literals, comments and cells try to act in whatever shows them: from its files to every output."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import openpyxl
import pytest

from mindaudit.cli import run
from mindaudit.config.site import SITE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows refuses such names")
NAMES = (
    "<script>alert(1)<",
    "'\"><img src=x onerror=alert(1)>",
    "=HYPERLINK('http:x')",
    "@SUM(1)",
    "\x1b[31mred\x1b]0;title\x07",
    "line\n::error file=a.py::forged",
    "line\r::warning::forged",
    "{{ 7 * 7 }}{% raw %}",
    "`tick` | [link](javascript:x)",
    "\u202ereversed\u2066",
    "a%0A%0D::error::b",
    "http:%2F%2Fexample.org",
    "..%2f..%2fetc",
    "a#cell7",
    "::error file=a.py::forged",
    "  ::stop-commands::x",
    "C:\\windows",
    "\udce9",
)
TEXTS = (
    "</script><script>alert(2)</script>",
    "\\x1b[31m",
    "\x1b[32m",
    "\u202e",
    "=1+1",
    "::error::x",
    "{{ 7 * 7 }}",
    "${7*7}",
    "`${7*7}`",
    "<!--",
    "]]>",
)
DRIVING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile") / "=cmd|' <b>\x1b[1m\u202e"
    made.mkdir()
    for name in NAMES:
        text = "import torch\n"
        for number, each in enumerate(TEXTS):
            literal = "r" + repr(each)[0] + each + repr(each)[0] if each.isprintable() else repr(each)
            text += f"def f{number}(x: torch.Tensor):\n    # {each}\n    y = torch.nonzero(x)  # mindaudit: ignore"
            text += f"[{each.replace(']', '')}] {each}\n"
            text += f"    return torch.nonzero(x, *{literal}), torch.no_such({literal}), x.what({literal})\n"
        (made / f"{name}.py").write_text(text, "utf-8", "surrogateescape")
    cells = [{"cell_type": "code", "source": f"import torch\nx = torch.nonzero(torch.ones(2), {each!r})"} for each in TEXTS]
    (made / f"{NAMES[1]}.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}))
    (made / f"broken {NAMES[4]}.py").write_text("x = (\n")
    (made / f"link {NAMES[5]}.py").symlink_to("nowhere")
    return made


@pytest.fixture
def shown(folder: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> object:
    """What a command shows on both streams, as a terminal gets it."""
    monkeypatch.chdir(folder)

    def show(*arguments: str) -> tuple[str, str]:
        run(arguments)
        out, err = capfdbinary.readouterr()
        return out.decode(), err.decode()

    return show


def lines(text: str) -> list[str]:
    return text.split("\n")


@pytest.mark.parametrize("name", ["term", "markdown", "github", "csv", "sarif", "json"])
def test_nothing_that_drives_a_terminal(shown, name: str) -> None:
    out, err = shown("scan", ".", "--format", name)
    # JSON and CSV are data: what only a terminal would obey is kept, what drives one is not
    driving = (
        re.compile(r"[\x00-\x08\x0b-\x1f]")
        if name == "json"
        else re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
        if name == "csv"
        else DRIVING
    )
    assert not driving.search(out)
    assert name in ("github", "csv") or not any(line.lstrip().startswith("::") for line in lines(out)), "a workflow would obey"
    assert err == ""


@pytest.mark.parametrize(
    "command",
    [
        ("hook", "--fail-on", "unknown,MA202,MA904", *(f"{name}.py" for name in NAMES)),
        ("baseline", "check", "."),
        ("baseline", "create", ".", "--baseline", "../b\x1b[31m\nx.json", "--force"),
        ("rewrite", "."),
        ("rewrite", ".", "--output", "../new\x1b[31m"),
        ("scan", "nowhere\x1b[31m\n::error::x"),
        ("scan", f"broken {NAMES[4]}.py", "-o", "../a\x1b[31m.json"),
        ("scan", ".", "--format", "\x1b[31m"),
        ("scan", ".", "--target", "\x1b[31m"),
        ("scan", ".", "--config", "\x1b[31m.toml"),
        ("scan", ".", "--baseline", "\x1b[31m", "--fail-on", "error", "-o", "../a.json"),
        ("report", "\x1b[31m"),
        ("api", "\x1b[31m"),
        ("explain", "\x1b[31m"),
        ("\x1b[31m",),
        ("config", "show", "."),
    ],
    ids=lambda command: " ".join(command[:2]).encode("ascii", "backslashreplace").decode(),
)
def test_messages_neither(shown, folder: Path, command: tuple[str, ...]) -> None:
    if command[0] == "hook":
        subprocess.run(["git", "init", "-q", "."], check=True)
    if command[:2] == ("baseline", "check"):
        (folder / "mindaudit-baseline.json").write_text('{"schema": 1, "tool": "mindaudit", "entries": []}')
    out, err = shown(*command)
    assert not DRIVING.search(err)
    assert not any(line.lstrip().startswith("::") for line in (*lines(err), *lines(out)))
    if command[0] != "rewrite":
        assert not DRIVING.search(out)
    assert out or err


def test_each_annotation_is_a_line_of_ours(shown) -> None:
    out, _ = shown("scan", ".", "--format", "github")
    rows = lines(out)[:-1]
    assert rows
    for row in rows:
        head = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", row)
        assert head, row
        assert next(word.partition("=")[0] for word in head[2].split(",")) == "file"
    assert not any("forged" in row.split("::", 2)[1].replace("%3A%3A", "") and row.startswith("::error file=a.py") for row in rows)


def test_addresses_stay_below_the_root(shown) -> None:
    out, _ = shown("scan", ".", "--format", "sarif")
    places = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in json.loads(out)["runs"][0]["results"]]
    assert places
    for place in places:
        assert re.fullmatch(r"[A-Za-z0-9._~/%()!*',;@&=+$-]+", place), place
        assert not place.startswith("/")
        assert ".." not in place.split("/")
        assert not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", place)
    assert {unquote(place) for place in places} >= {f"{name}.py" for name in NAMES[:8]}


def test_no_cell_is_a_formula(shown, folder: Path) -> None:
    out, _ = shown("scan", ".", "--format", "csv")
    for row in csv.reader(io.StringIO(out)):
        assert not any(cell[:1] in ("=", "+", "-", "@", "\t", "\r") for cell in row), row
    shown("scan", ".", "-q", "--format", "xlsx=../a.xlsx")
    book = openpyxl.load_workbook(folder.parent / "a.xlsx")
    kinds = {cell.data_type for sheet in book for row in sheet for cell in row}
    assert "f" not in kinds
    assert not any(cell.hyperlink for sheet in book for row in sheet for cell in row)


PAGE = re.compile(re.escape(SITE) + r"/(en|zh)/rules/MA\d{3}\.html")
"""What a page may link to outside of itself: pages of codes, in the documentation."""


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.scripts = 0
        self.odd: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        if tag in {"img", "iframe", "object", "embed", "link", "base"} or any(name.startswith("on") or name == "src" for name, _ in attrs):
            self.odd.append(tag)
        self.odd += [value for name, value in attrs if name == "href" and value and not value.startswith("#") and not PAGE.fullmatch(value)]


@pytest.mark.parametrize("options", [(), ("--no-source",), ("--lang", "zh"), ("--target", "2.4", "--target", "2.10")])
def test_the_page_runs_and_loads_nothing(shown, options: tuple[str, ...]) -> None:
    out, _ = shown("scan", ".", "--format", "html", *options)
    page = Elements(out)
    assert (page.scripts, page.odd) == (3, [])
    assert "{{ 7 * 7 }}{% raw %}.py" in out
    assert not DRIVING.search(out)


def test_later_reports_neither(shown, folder: Path) -> None:
    """What comes back from a JSON file is as hostile."""
    shown("scan", ".", "-q", "-o", "../audit.json")
    for name in ("term", "markdown", "github", "html"):
        out, _ = shown("report", "../audit.json", "--format", name)
        assert not DRIVING.search(out)
    out, _ = shown("diff", "../audit.json", "../audit.json")
    assert not DRIVING.search(out)

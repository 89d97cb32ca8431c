"""No English sentence in a Chinese report, of code that is really audited; names and code excepted."""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest

from mindaudit.audit import engine
from mindaudit.hazards.framework.wording import pages
from mindaudit.model import Audit
from mindaudit_reports import Options, Renderer, Rule

ROOT = Path(__file__).parents[2]
SENTENCE = re.compile(r"(?<![\w.`'\"/])(?:[A-Z]?[a-z]+(?: [a-z]+){3,}|(?:an?|the|what|which) [\w*]+)")
"""Four words in a row, or an article and its noun."""
BAD = re.compile(r"^## Bad$.*?```python\n(.*?)```", re.MULTILINE | re.DOTALL)
"""The code that the page of a rule begins with."""


@cache
def audit() -> Audit:
    """Of an example, of a project, and of what the pages of all rules call bad."""
    with tempfile.TemporaryDirectory() as folder:
        for page in pages().values():
            for number, block in enumerate(BAD.findall(page.body)):
                Path(folder, f"{page.code}_{number}.py").write_text(block, "utf-8")
        return engine.scan([ROOT / "examples" / "resnet50", ROOT / "tests" / "projects" / "hazards_detection", folder])


def rendered(name: str) -> str | bytes:
    rules = {code: Rule(code, page.title["en"], page.body, page.title["zh"]) for code, page in pages().items()}
    return Renderer(name).render([audit()], Options(lang="zh", rules=rules))


def sentences(text: str) -> list[str]:
    """Those that are neither code nor quoted from what a framework said."""
    return SENTENCE.findall(re.sub(r"`[^`]*`|“[^”]*”", "", text))


class Chinese(HTMLParser):
    """The text that a reader of Chinese sees, without code."""

    HIDDEN = ("code", "pre", "script", "style", "mark")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "wbr", "input", "rect"):
            self.open.append((tag, tag in self.HIDDEN or ("class", "en") in attrs))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(hidden for _, hidden in self.open):
            self.text.append(data)


def test_the_page() -> None:
    assert sentences("\n".join(Chinese(str(rendered("html"))).text)) == []


def test_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(str(rendered("csv")))))
    assert len(rows) > 100
    assert [found for row in rows for text in (row["reason"], row["mitigation"].split("\n")[0]) for found in sentences(text)] == []


def test_xlsx() -> None:
    content = rendered("xlsx")
    assert isinstance(content, bytes)
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True)
    code = {"substitution", "mitigation"}
    for sheet in book:
        head, *rows = list(sheet.iter_rows(values_only=True)) or [()]
        cells = [str(cell) for row in rows for name, cell in zip(head, row, strict=False) if name not in code]
        assert [found for text in cells for found in sentences(text)] == [], sheet.title


def test_sarif() -> None:
    (run,) = json.loads(rendered("sarif"))["runs"]
    texts = [result["message"]["text"] for result in run["results"]]
    texts += [text["text"] for rule in run["tool"]["driver"]["rules"] for text in (rule["shortDescription"], rule["help"])]
    texts += [fix["description"]["text"] for result in run["results"] for fix in result.get("fixes", ())]
    assert [found for text in texts for found in sentences(text)] == []


@pytest.mark.parametrize("name", ["term", "concise", "markdown", "github", "gitlab"])
def test_text(name: str) -> None:
    assert sentences(str(rendered(name))) == []

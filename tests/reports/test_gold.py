"""Each format against a file that a person has looked at.

After a wanted change: GOLD=write pytest tests/reports/test_gold.py, then read the difference before committing it.
"""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import openpyxl
import pytest
from samples import older, project

from mindaudit_reports import Options, Renderer, formats

GOLD = Path(__file__).parent / "gold"
SUFFIXES = {"concise": "txt", "gitlab": "json", "junit": "xml", "term": "txt", "markdown": "md", "github": "txt", "xlsx": "txt"}


def readable(content: str | bytes) -> str:
    """A report as text; a workbook cell by cell, a page without the script, style and data that have tests of their own."""
    if isinstance(content, bytes) and not content.startswith(b"PK"):
        return content.decode()
    if isinstance(content, bytes):
        book = openpyxl.load_workbook(io.BytesIO(content))
        return "".join(f"[{sheet.title}]\n" + "".join(f"{row}\n" for row in sheet.iter_rows(values_only=True)) for sheet in book)
    return re.sub(r"(<(script|style)[^>]*>).*?(</\2>)|sha256-[\w+/=]*", r"\1\3", content, flags=re.DOTALL)


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize(("case", "audits", "lang"), [("project", [project()], "en"), ("targets", [older(), project()], "zh")])
def test_as_it_was(name: str, case: str, audits: list[object], lang: str) -> None:
    text = readable(Renderer(name).render(audits, Options(lang=lang)))  # type: ignore[arg-type]
    file = GOLD / case / f"{name}.{SUFFIXES.get(name, name)}"
    if os.environ.get("GOLD") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="")
    assert text == file.read_bytes().decode("utf-8")

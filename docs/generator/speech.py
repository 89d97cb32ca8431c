"""What pages that are generated say, in English and Chinese: texts of commands and settings, headings and labels."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

Say = Callable[[str], str]
"""An English text in the language of a page."""
_FILE = Path(__file__).parents[1] / "chinese.csv"


@cache
def chinese() -> dict[str, str]:
    """The Chinese of every English text that generated pages show."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        return {row["en"]: row["zh"] for row in csv.DictReader(file)}


def say_in(language: str) -> Say:
    """How to say English texts in a language; a text without its Chinese raises KeyError."""
    return partial(_said, language)


def _said(language: str, english: str) -> str:
    plain = " ".join(english.split())
    return chinese()[plain] if language == "zh" and plain else plain

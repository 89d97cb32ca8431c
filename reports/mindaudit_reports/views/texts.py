"""Every text of the reports in English and Chinese, one row a text in data/texts.csv."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as package_files

from mindaudit_data import in_chinese
from mindaudit_reports.views.options import Language, Rule


@dataclass(frozen=True, slots=True)
class Text:
    """One text in both languages."""

    en: str
    zh: str

    def of(self, language: Language) -> str:
        """The text in that language."""
        return self.zh if language == "zh" else self.en

    def filled(self, values: Mapping[str, object]) -> Text:
        """The text with its {names} filled; a value that is a text itself is filled in its language."""
        if not values:
            return self
        english = {name: value.en if isinstance(value, Text) else value for name, value in values.items()}
        chinese = {name: value.zh if isinstance(value, Text) else value for name, value in values.items()}
        return Text(self.en.format_map(english), self.zh.format_map(chinese))


def joined(parts: Sequence[Text], english: str, chinese: str) -> Text:
    """Several texts as one, with what stands between them in each language."""
    return Text(english.join(part.en for part in parts), chinese.join(part.zh for part in parts))


def enumerated(parts: Sequence[Text]) -> Text:
    """Several texts as a list in a sentence."""
    if len(parts) < 2:
        return joined(parts, "", "")
    listed = joined(parts, ", ", "、")
    return Text(f"{', '.join(part.en for part in parts[:-1])} and {parts[-1].en}", listed.zh)


def sentence(said: Text) -> Text:
    """A text with a full stop at its end, unless it has one."""
    ends = (".", "!", "?", "…", "。", "！", "？")
    english, chinese = said.en.rstrip(), said.zh.rstrip()
    stop = "。" if re.search(r"[\u4e00-\u9fff]", chinese) else "."
    return Text(
        english if not english or english.endswith(ends) else f"{english}.",
        chinese if not chinese or chinese.endswith(ends) else f"{chinese}{stop}",
    )


def translated(english: str) -> Text:
    """A note, reason or difference of the analyzer in both languages."""
    return Text(english, in_chinese(english))


@cache
def texts() -> dict[str, Text]:
    """All texts by key."""
    rows = csv.DictReader((package_files("mindaudit_reports") / "data" / "texts.csv").read_text("utf-8").splitlines())
    return {row["key"]: Text(row["en"], row["zh"]) for row in rows}


def text(key: str, **values: object) -> Text:
    """The text of a key, filled; a missing key is a KeyError, so that tests notice."""
    return texts()[key].filled(values)


def say(key: str, language: Language, **values: object) -> str:
    """The text of a key in one language."""
    return text(key, **values).of(language)


def code_title(code: str, rules: Mapping[str, Rule], message: str = "") -> Text:
    """What a code stands for in a few words: the rule's title, else our own text, else the message of one such row, else the code."""
    if code in rules:
        return Text(rules[code].title, rules[code].title_zh or rules[code].title)
    return texts().get(f"code.{code}") or Text(message or code, message or code)

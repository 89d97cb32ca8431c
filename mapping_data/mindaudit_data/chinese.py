"""Notes, reasons and differences in Chinese, sentence by sentence, from chinese.csv.

A row is a sentence, or one with blanks such as {name} that stand for anything. What stands in a blank is looked up too, so that a reason
may quote another. Full stops and the case of the first letter do not matter.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from mindaudit_data.text import read

_BLANK = re.compile(r"\{(\w+)\}")
_END = re.compile(r"(?<=[.!?]) ")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


@lru_cache(maxsize=65536)
def in_chinese(text: str) -> str:
    """The text in Chinese; sentences that have no row stay as they are."""
    return "".join(_joined([_translated(sentence) for sentence in _END.split(text)])) if text else ""


def lacking(text: str) -> list[str]:
    """The sentences of a text that have no row."""
    return [sentence for sentence in _END.split(text) if sentence and _found(sentence) is None]


def _joined(sentences: list[str]) -> Iterator[str]:
    """The sentences with a space between two of which one is not Chinese."""
    for number, sentence in enumerate(sentences):
        if number and not (sentences[number - 1].endswith(("。", "：")) and _CHINESE.search(sentence)):
            yield " "
        yield sentence


def _translated(sentence: str) -> str:
    found = _found(sentence)
    if found is None:
        return sentence
    bare = found.rstrip("。")
    return f"{bare}。" if sentence.endswith(".") else bare


@lru_cache(maxsize=65536)
def _found(sentence: str) -> str | None:
    """What the rows say of a sentence or of a part of one; None where none fits."""
    key = _key(sentence)
    exact = _exact().get(key)
    if exact is not None:
        return exact
    parts = key.split("; ")
    if len(parts) > 1 and _found(parts[0]) and _found(parts[-1]):
        return "；".join(map(_blank, parts))
    for pattern, chinese in _patterns():
        if match := pattern.fullmatch(key):
            return chinese.format_map({name: _AS_LISTS.get(name, _blank)(value) for name, value in match.groupdict().items()})
    return "；".join(map(_blank, parts)) if len(parts) > 1 and any(map(_found, parts)) else None


def _blank(value: str) -> str:
    """What stands in a blank, without a full stop."""
    return (_found(value) or value).rstrip("。")


def _conditions(value: str) -> str:
    """Conditions as the table writes them, with the words between names and values in Chinese."""
    return _CONDITION_WORD.sub(lambda word: f" {_OF_CONDITIONS[word[1]]} ", _blank(value))


_OF_CONDITIONS: Final = {"and": "且", "or": "或", "is": "为", "not in": "不属于", "in": "属于"}
_CONDITION_WORD: Final = re.compile(" (and|or|is|not in|in) ")

_AS_LISTS: Final = {"atoms": _conditions}
"""Blanks that hold several things of which none is a sentence."""


def _key(sentence: str) -> str:
    bare = sentence.rstrip(".")
    return bare[:1].lower() + bare[1:]


@cache
def _rows() -> list[tuple[str, str]]:
    return [(_key(row["en"]), row["zh"]) for row in csv.DictReader(read("chinese.csv").splitlines())]


@cache
def _exact() -> dict[str, str]:
    return {english: chinese for english, chinese in _rows() if not _BLANK.search(english)}


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """The rows with blanks, those with most letters of their own first."""
    found = [(english, chinese) for english, chinese in _rows() if _BLANK.search(english)]
    found.sort(key=lambda row: -len(_BLANK.sub("", row[0])))
    return [(re.compile(_expression(english), re.DOTALL), chinese) for english, chinese in found]


def _expression(english: str) -> str:
    pieces = _BLANK.split(english)
    return "".join(f"(?P<{piece}>.+?)" if number % 2 else re.escape(piece) for number, piece in enumerate(pieces))

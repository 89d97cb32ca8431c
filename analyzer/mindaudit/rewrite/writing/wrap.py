"""Wraps lines that became too long, as formatters do: the content of brackets moves to lines of its own."""

from __future__ import annotations

import textwrap
import tokenize
import tomllib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mindaudit.model import Lines
from mindaudit.rewrite.text.edits import PREFIX
from mindaudit.rewrite.text.lines import newline
from mindaudit.rewrite.text.marks import Token, tokens

_SHORTEST, _LONGEST = 79, 120
_INDENT = "    "
_KEYWORDS = (("for", "if"), ("if", "else"), ("or",), ("and",))
"""Where an expression is broken, the loosest first."""
_DEFINITIONS = ("def", "class", "async")
_TESTS = ("if", "elif", "while")
_CHOICES = frozenset({"and", "or", "else"})
"""What formatters put parentheses around rather than break the brackets inside."""
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")
MORE = "#   "
"""Begins the further lines of a remark."""
_TOOLS = ("ruff", "black")
_FORMATTED = getattr(tokenize, "FSTRING_START", -1)
"""From Python 3.12 on the brackets in an f-string are tokens."""


class Word(NamedTuple):
    """A token of a line, by its columns."""

    text: str
    start: int
    end: int


class Bracket(NamedTuple):
    """A pair of brackets, by the numbers of its tokens in a line."""

    opening: int
    closing: int


def wrapped(text: str, old: str, path: Path) -> str:
    """The text with those lines wrapped that are not in the old one and longer than its lines may be."""
    limit, end = allowed(path.parent) or longest(old), newline(text)
    starts = Lines.of(text).starts
    lines = [text[start:stop] for start, stop in zip(starts, (*starts[1:], len(text)), strict=True)]
    if all(len(line.rstrip("\r\n")) <= limit for line in lines):
        return text
    found = tokens(text)
    pieces = []
    known = set(old.splitlines())
    for number, line in enumerate(lines):
        own = line.rstrip("\r\n")
        joined = any(each.rstrip().endswith("\\") for each in lines[max(number - 1, 0) : number + 1])
        new = _wrapped(own, starts[number], found, limit, joined) if len(own) > limit and own not in known else []
        pieces.append(end.join(new) + line[len(own) :] if new else line)
    return "".join(pieces)


def longest(text: str) -> int:
    """How long the lines of a file may be, judged by those that it has."""
    return min(max([_SHORTEST, *map(len, text.splitlines())]), _LONGEST)


@cache
def allowed(folder: Path) -> int | None:
    """How long the lines of a project may be, as its formatter's configuration says."""
    for place in (folder, *folder.resolve().parents):
        if (place / "pyproject.toml").is_file():
            return _configured(place / "pyproject.toml")
        if (place / ".git").exists():
            return None
    return None


def _configured(file: Path) -> int | None:
    try:
        tools = tomllib.loads(file.read_text("utf-8")).get("tool", {})
    except (OSError, ValueError):
        return None
    found = (tools.get(name, {}).get("line-length") for name in _TOOLS)
    return next((each for each in found if isinstance(each, int)), None)


def _wrapped(line: str, start: int, found: Sequence[Token], limit: int, joined: bool) -> list[str]:
    """The lines that a line becomes, by its place among a file's tokens; none if it stays. `joined`: a backslash is before or after it."""
    first = bisect_left(found, start, key=lambda token: token.span[0])
    last = bisect_left(found, start + len(line), key=lambda token: token.span[0])
    inside = [token for token in found[first:last] if token.kind not in (tokenize.NEWLINE, tokenize.NL)]
    if line.lstrip().startswith(PREFIX):
        return comment(line.strip().removeprefix("# "), line[: len(line) - len(line.lstrip())], limit)
    if (
        not inside
        or any(token.kind == _FORMATTED for token in inside)
        or inside[-1].span[1] > start + len(line)
        or inside[0].span[0] != start + len(line) - len(line.lstrip())
    ):
        return []
    words = [Word(token.text, token.span[0] - start, token.span[1] - start) for token in inside]
    if joined:
        return _split(line, words, limit)
    if _is_continued(found, first):
        return _between_commas(line, words, limit) or _split(line, words, limit)
    return _in_parentheses(line, words, limit) or _split(line, words, limit)


def _is_continued(found: Sequence[Token], first: int) -> bool:
    """Whether a line goes on with what another one began."""
    before = next((token for token in reversed(found[:first]) if token.kind not in (tokenize.NL, tokenize.COMMENT)), None)
    return before is not None and before.kind != tokenize.NEWLINE


def _between_commas(line: str, words: Sequence[Word], limit: int) -> list[str]:
    """Arguments or elements that share a line, each on one of its own."""
    indent = line[: len(line) - len(line.lstrip())]
    parts = _parts(words) if _pairs([word.text for word in words]) is not None else []
    if not parts or not parts[0][1] or words[-1].text.startswith("#"):
        return []
    commas = [*(comma for _, comma in parts[:-1]), "," if words[-1].text == "," else ""]
    return [own for (part, _), comma in zip(parts, commas, strict=True) for own in _laid(line, part, comma, indent, limit)]


def _in_parentheses(line: str, words: Sequence[Word], limit: int) -> list[str]:
    """A statement whose expression has several parts of which one is chosen, with parentheses around it."""
    outer = list(_outer(words)) if _pairs([word.text for word in words]) is not None else []
    texts = [words[number].text for number in outer]
    if _CHOICES.isdisjoint(texts) or not {",", ";", ":=", "lambda"}.isdisjoint(texts):
        return []
    if texts[0] in _TESTS:
        begin, end = outer[1], next((number for number in reversed(outer) if words[number].text == ":"), 0)  # 0 before a backslash
        closed = end + 1 == len(words) or words[end + 1].text.startswith("#")
    else:
        signs = [place for place, text in enumerate(texts) if text == "="]
        begin = outer[1] if texts[0] == "return" else outer[signs[-1] + 1] if signs else 0
        end = len(words) - words[-1].text.startswith("#")
        closed = begin > 0
    if not closed or begin >= end:
        return []
    indent = line[: len(line) - len(line.lstrip())]
    parts = _parts(words[begin:end])
    head, tail = line[: words[begin].start] + "(", f"{indent}){line[words[end - 1].end :]}"
    return [head, *(own for part, _ in parts for own in _laid(line, part, "", indent + _INDENT, limit)), tail] if parts else []


def comment(text: str, indent: str, limit: int) -> list[str]:
    """A remark as comment lines."""
    return textwrap.wrap(
        text, max(limit, 60), initial_indent=f"{indent}# ", subsequent_indent=indent + MORE, break_long_words=False, break_on_hyphens=False
    )


def _split(line: str, words: Sequence[Word], limit: int) -> list[str]:
    """The line with what stands in one of its brackets on lines of its own: the last one, of a definition the first."""
    pairs = _pairs([word.text for word in words])
    if pairs is None:
        return []
    indent = line[: len(line) - len(line.lstrip())]
    for pair in pairs if words[0].text in _DEFINITIONS else reversed(pairs):
        head, tail = line[: words[pair.opening].end], line[words[pair.closing].start :]
        inside = words[pair.opening + 1 : pair.closing]
        if len(head) > limit or not inside or len(indent + tail.partition("  #")[0]) > limit:
            continue
        inner = [(inside, "")]
        if len(indent + _INDENT + line[inside[0].start : inside[-1].end]) > limit or inside[-1].text == ",":
            inner = _parts(inside) or inner
        return [head, *(own for part, comma in inner for own in _laid(line, part, comma, indent + _INDENT, limit)), indent + tail]
    return []


def _laid(line: str, words: Sequence[Word], comma: str, indent: str, limit: int) -> list[str]:
    """A part of a line on a line of its own, or on several."""
    start = words[0].start - len(indent)
    text = indent + line[words[0].start : words[-1].end] + comma
    if len(text) <= limit:
        return [text]
    own = [Word(word.text, word.start - start, word.end - start) for word in words]
    return _split(text, own, limit) or [text]


def _pairs(words: Sequence[str]) -> list[Bracket] | None:
    """The outermost brackets of a line in order; None if some open or close elsewhere."""
    found, opened = [], []
    for number, word in enumerate(words):
        if word in _OPENING:
            opened.append(number)
        elif word in _CLOSING:
            if not opened:
                return None
            begin = opened.pop()
            if not opened:
                found.append(Bracket(begin, number))
    return None if opened else found


def _parts(words: Sequence[Word]) -> list[tuple[Sequence[Word], str]]:
    """The parts between commas, each with the comma that is to follow it; else those that begin with a keyword; none if there is one."""
    outer = list(_outer(words))
    texts = {words[number].text for number in outer}
    if "," in texts and not texts & {"for", "lambda"}:
        commas = [number for number in outer if words[number].text == ","]
        begins = [0, *(number + 1 for number in commas)]
        parts = [words[begin:end] for begin, end in zip(begins, [*commas, len(words)], strict=True)]
        return [(part, ",") for part in parts if part]
    for keywords in _KEYWORDS if "lambda" not in texts else ():
        first = next((number for number in outer if number and words[number].text == keywords[0]), len(words))
        begins = [0, *(number for number in outer if number >= first and words[number].text in keywords)]
        if len(begins) > 1:
            return [(words[begin:end], "") for begin, end in zip(begins, [*begins[1:], len(words)], strict=True)]
    return []


def _outer(words: Sequence[Word]) -> Iterator[int]:
    """The numbers of the words that stand in no brackets."""
    depth = 0
    for number, word in enumerate(words):
        depth -= word.text in _CLOSING
        if depth == 0 and word.text not in _CLOSING:
            yield number
        depth += word.text in _OPENING

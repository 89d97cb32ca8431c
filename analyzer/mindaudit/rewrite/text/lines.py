"""The begin and end of lines and of the lines of statements."""

from __future__ import annotations

import re
import tokenize
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from mindaudit.model import Span
from mindaudit.rewrite.text.marks import tokens

BLANKS = r"(?:[ \t\f]|\\\r?\n)+"
"""A pattern of what may stand between two words of a statement."""
_ALONE = re.compile(r"\r(?!\n)")


def logical_line_of(lines: Sequence[tuple[int, int]], place: int) -> tuple[int, int]:
    """The logical line that a place is in."""
    number = bisect_right(lines, place, key=lambda line: line[1])
    return lines[number - 1] if number else (0, 0)


@lru_cache(maxsize=4)
def logical_lines(text: str) -> tuple[tuple[int, int], ...]:
    """For every logical line, where its first physical line starts and where its first token does."""
    found, fresh = [], True
    for token in tokens(text):
        if token.kind in (tokenize.NL, tokenize.COMMENT):
            continue
        if token.kind == tokenize.NEWLINE:
            fresh = True
        elif fresh:
            found.append((line_start(text, token.span[0]), token.span[0]))
            fresh = False
    return tuple(found)


def line_start(text: str, place: int) -> int:
    """Where the line of a place starts, in a text as `with_line_feeds` gives it."""
    return text.rfind("\n", 0, place) + 1


def indent_before(text: str, place: int) -> str | None:
    """The blanks between the start of a line and a place in it; None if anything else stands before the place."""
    before = text[line_start(text, place) : place]
    return None if before.strip() else before


def is_last(text: str, place: int) -> bool:
    """Whether only a comment follows a place in its line."""
    rest = text[place:].partition("\n")[0].strip()
    return not rest or rest.startswith("#")


def without_statement(text: str, span: Span, alone: bool) -> tuple[Span, str] | None:
    """The place and the new text of a statement that goes: nothing for a whole line, its comment, or `pass` if it is `alone` in its block.

    None if more stands in its line.
    """
    start, end = span
    indent, rest = indent_before(text, start), text[end:].partition("\n")[0]
    if indent is None or not is_last(text, end):
        return None
    if alone:
        return span, "pass"
    if rest.strip():
        return (start, end + len(rest) - len(rest.lstrip())), ""
    return (start - len(indent), min(end + len(rest) + 1, len(text))), ""


def with_line_feeds(text: str) -> str:
    """The text with a line feed for every carriage return that ends a line alone, as Python reads it; all offsets stay."""
    return _ALONE.sub("\n", text)


def newline(text: str) -> str:
    """The line end that a text uses."""
    end = text.find("\n")
    return "\r\n" if end > 0 and text[end - 1] == "\r" else "\n"

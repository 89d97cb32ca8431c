"""Offsets of the tokens and brackets of a text, from which a walk in source order gets the span of every expression.

libcst's nodes carry no positions and its position providers cost more than the parse. So one regular expression finds the tokens, and the
walk pairs them with the leaves of the tree. A pairing that does not match raises MismatchError.
"""

from __future__ import annotations

import keyword
import re

import libcst as cst

from mindaudit.collect.positions import Positions

_KEYWORDS = "|".join(sorted(set(keyword.kwlist) - {"None", "True", "False", "lambda"}))
_STRING = (
    r"(?:[rRbBuUfFtT]|[rR][bBfFtT]|[bBfFtT][rR])?(?:"
    r'"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|\'\'\'[^\'\\]*(?:(?:\\.|\'(?!\'\'))[^\'\\]*)*\'\'\''
    r'|"[^"\\\n\r]*(?:\\(?:\r\n|.)[^"\\\n\r]*)*"|\'[^\'\\\n\r]*(?:\\(?:\r\n|.)[^\'\\\n\r]*)*\')'
)
_NUMBER = r"0[xX][\da-fA-F_]+|0[bBoO][\d_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?[jJ]?"
_BETWEEN = r"[\s,:=*+/%<>&|^~@!;\\-]+"
"""What stands between tokens; passing it in runs halves the time."""
_TOKEN = re.compile(rf"{_BETWEEN}|\#[^\n\r]*|({_STRING}|{_NUMBER}|[()\[\]{{}}]|\.\.\.)|(?:{_KEYWORDS})\b|([^\W\d]\w*)", re.DOTALL)
_IN_FIELD = re.compile(rf"\#[^\n\r]*|{_STRING}|([(\[{{])|([)\]}}])|(:)", re.DOTALL)
_BRACE = re.compile("[{}]")
_CLOSERS = {")": "(", "]": "[", "}": "{"}


class MismatchError(Exception):
    """The tokens found do not pair with the leaves of the tree."""


def field_end(text: str, start: int, end: int) -> int:
    """Where the f-string field that begins at `start` with its brace ends, at most `end`. Raises MismatchError if it does not."""
    depth, at = 0, start + 1
    while part := _IN_FIELD.search(text, at, end):
        at = part.end()
        if part[1]:
            depth += 1
        elif depth and part[2]:
            depth -= 1
        elif part[2]:
            return at
        elif not depth and part[3]:
            return _specification_end(text, at, end)
    raise MismatchError("{")


def _specification_end(text: str, at: int, end: int) -> int:
    """Where the field ends whose colon stands before `at`: what follows is text but for fields of its own. Raises MismatchError."""
    while (brace := _BRACE.search(text, at, end)) and brace[0] == "{":
        at = field_end(text, brace.start(), end)
    if not brace:
        raise MismatchError(":")
    return brace.end()


class Tokens(Positions):
    """A cursor over the leaf tokens and brackets of `text`, from `begin` to `behind`."""

    __slots__ = ("closes", "cursor", "ends", "starts")

    def __init__(self, text: str, begin: int = 0, behind: int | None = None) -> None:
        super().__init__(text)
        spans = [m.span() for m in _TOKEN.finditer(text, begin, len(text) if behind is None else behind) if m.lastindex]
        self.starts = [a for a, _ in spans]
        self.ends = [b for _, b in spans]
        self.cursor = 0
        self.closes = self._pair()

    def _pair(self) -> dict[int, int]:
        """Index of each opening bracket -> index of its closing one."""
        text, closes, stack = self.text, {}, []
        for i, start in enumerate(self.starts):
            char = text[start]
            if char in "([{":
                stack.append(i)
            elif char in ")]}":
                if not stack or text[self.starts[stack[-1]]] != _CLOSERS[char]:
                    break  # inside an f-string's field; what follows is never asked for
                closes[stack.pop()] = i
        return closes

    def leaf(self, node: cst.CSTNode, value: str) -> None:
        """Consume the next token that is no bracket, which must be `value`."""
        self.start = start = self._next_leaf(value)
        self.end = end = start + len(value)
        if self.ends[self.cursor - 1] != end or not self.text.startswith(value, start):
            raise MismatchError(value)

    def _next_leaf(self, value: str) -> int:
        """Consume the next token that is no bracket, which must be `value`, and return its start. Raises MismatchError otherwise."""
        text, starts, i = self.text, self.starts, self.cursor
        try:
            while text[starts[i]] in "()[]{}":
                i += 1
        except IndexError:
            raise MismatchError(value) from None
        self.cursor = i + 1
        return starts[i]

    def keyword(self, word: str) -> None:
        """As in Positions."""
        self.start = self._next_leaf(word)
        self.end = self.ends[self.cursor - 1]
        if self.text[self.start : self.end] != word:
            raise MismatchError(word)

    def string(self, opening: str) -> tuple[int, int]:
        """Consume the next token that is no bracket, a string that begins so, and return its span."""
        start = self._next_leaf(opening)
        if not self.text.startswith(opening, start):
            raise MismatchError(opening)
        return start, self.ends[self.cursor - 1]

    def open(self, bracket: str) -> int:
        """Consume the next token except closing brackets, which must be this opening bracket, and return its index."""
        i = self._behind_closers()
        if i >= len(self.starts) or self.text[self.starts[i]] != bracket or i not in self.closes:
            raise MismatchError(bracket)
        self.cursor = i + 1
        return i

    def _behind_closers(self) -> int:
        text, starts, i = self.text, self.starts, self.cursor
        while i < len(starts) and text[starts[i]] in ")]}":
            i += 1
        return i

    def close(self, opened: int) -> None:
        """Move behind the bracket that closes the one at this index."""
        closing = self.closes[opened]
        self.cursor = closing + 1
        self.start, self.end = self.starts[opened], self.ends[closing]

    def enter(self, node: cst.BaseExpression) -> int:
        """As in Positions."""
        first = self.open("(")
        for _ in range(len(node.lpar) - 1):
            self.open("(")
        return first

    def leave(self, node: cst.BaseExpression, opened: int) -> None:
        """As in Positions."""
        closing = self.closes[opened]
        self.cursor = closing + 1
        self.outer_start, self.outer_end = self.starts[opened], self.ends[closing]

    def skip_dots(self) -> None:
        """As in Positions."""
        i = self._behind_closers()
        while i < len(self.starts) and self.text[self.starts[i]] == ".":
            i += 1
        self.cursor = i

    def passed(self) -> int:
        """The end of the token that was consumed last."""
        return self.ends[self.cursor - 1] if self.cursor else 0

    def done(self) -> None:
        """Raises MismatchError unless only brackets are left."""
        if any(self.text[start] not in "()[]{}" for start in self.starts[self.cursor :]):
            raise MismatchError("leftover")

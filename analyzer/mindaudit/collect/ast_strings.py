"""Positions in a text for Python's own parser, and its string literals, which that parser has already put together."""

from __future__ import annotations

import ast
import keyword
import re
from bisect import bisect_left
from collections.abc import Iterator

from mindaudit.collect.columns import Columns
from mindaudit.collect.nodes import (
    BaseExpression,
    ConcatenatedString,
    FormattedString,
    FormattedStringExpression,
    FormattedStringText,
    Name,
    SimpleString,
)
from mindaudit.collect.tokens import STRING, MismatchError, Tokens, specification_end

_OPENING = re.compile("([a-zA-Z]*)(\"\"\"|'''|\"|')")
_FIELD = re.compile(r"\{\{|\{")
_FIELD_OR_ESCAPE = re.compile(r"\\(?:N\{[^{}]*\}|[^{}])|\{\{|\{", re.DOTALL)
_FIELD_IN_SPECIFICATION = re.compile(r"\{")
_BEHIND_EXPRESSION = re.compile(rf"{STRING}|([(\[{{])|([)\]}}])|[!=<>]=|([!:=])", re.DOTALL)
_FIELD_TAIL = re.compile(r"(=\s*)?(?:!\s*(\w+)\s*)?([:}])")


class UnreadError(Exception):
    """The tree cannot be read as one of libcst's; libcst itself may do better."""


class AstReader:
    """Reads what Python's parser made of a text. Nodes are read in the order of the text, and every parenthesis must be used up."""

    def __init__(self, text: str, tokens: Tokens) -> None:
        self.text = text
        self.tokens = tokens
        self.columns = Columns(text)
        self.opens: list[int] = []
        self.closes: list[int] = []
        for index, start in enumerate(tokens.starts):
            if text[start] == "(":
                self.opens.append(start)
                close = tokens.closes.get(index, -1)
                self.closes.append(tokens.ends[close] if close >= 0 else -1)
        self.opens.append(len(text) + 1)
        self.closes.append(-1)
        self.at = 0

    def start(self, node: ast.stmt | ast.expr) -> int:
        """The offset at which a node starts, without its parentheses unless they make it what it is."""
        return self.columns.offset(node.lineno, node.col_offset)

    def end(self, node: ast.stmt | ast.expr) -> int:
        """The offset behind a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.columns.offset(node.end_lineno, node.end_col_offset)

    def done(self) -> None:
        """Raise UnreadError when a parenthesis is left."""
        if self.at != len(self.opens) - 1:
            raise UnreadError

    def expression(self, node: ast.expr) -> BaseExpression:
        """Our node for one expression. Raises UnreadError."""
        raise NotImplementedError

    def field(self, text: str) -> BaseExpression:
        """Our node for the expression that a text spells. Raises UnreadError and SyntaxError."""
        raise NotImplementedError

    def visit_JoinedStr(self, node: ast.expr, lpar: int) -> BaseExpression:
        """Any literal that consists of strings: the parser says no more about them than where they start and end."""
        start, end = self.start(node), self.end(node)
        starts, ends = self.tokens.starts, self.tokens.ends
        first = last = bisect_left(starts, start)
        while last < len(ends) and ends[last] < end:
            last += 1
        if last == len(ends) or starts[first] != start or ends[last] != end:
            raise UnreadError
        read = self._piece(starts[last], ends[last])
        for index in range(last - 1, first - 1, -1):
            read = ConcatenatedString(0, self._piece(starts[index], ends[index]), read)
        read.lpar = lpar
        return read

    def _piece(self, start: int, end: int) -> BaseExpression:
        opening = _OPENING.match(self.text, start)
        if not opening:
            raise UnreadError
        prefix = opening[1].lower()
        if "f" not in prefix:
            return SimpleString(0, self.text[start:end])
        behind = end - len(opening[2])
        parts = list(self._parts(opening.end(), behind, _FIELD if "r" in prefix else _FIELD_OR_ESCAPE))
        return FormattedString(0, opening[0], parts, opening[2])

    def _parts(self, at: int, end: int, pattern: re.Pattern[str]) -> Iterator[FormattedStringText | FormattedStringExpression]:
        """The text and the fields between two offsets of an f-string."""
        begin = at
        while found := pattern.search(self.text, at, end):
            at = found.end()
            if found[0] != "{":
                continue
            if begin < found.start():
                yield FormattedStringText(self.text[begin : found.start()])
            field, at = self._field(found.end(), end)
            begin = at
            yield field
        if begin < end:
            yield FormattedStringText(self.text[begin:end])

    def _field(self, start: int, end: int) -> tuple[FormattedStringExpression, int]:
        """The field whose expression begins at `start`, and the offset behind its brace, which is at most `end`."""
        behind = self._behind_expression(start, end)
        tail = _FIELD_TAIL.match(self.text, behind, end)
        if not tail:
            raise UnreadError
        spec, end = self._specification(tail.end(), end) if tail[3] == ":" else (None, tail.end())
        written = self.text[start:behind].strip()
        value = Name(0, written) if written.isidentifier() and not keyword.iskeyword(written) else self.field(written)
        return FormattedStringExpression(value, tail[2], spec, tail[1] is not None), end

    def _specification(self, start: int, end: int) -> tuple[list[FormattedStringText | FormattedStringExpression], int]:
        """The parts of a field's format from behind its colon, and the offset behind the field's brace."""
        try:
            end = specification_end(self.text, start, end)
        except MismatchError:
            raise UnreadError from None
        return list(self._parts(start, end - 1, _FIELD_IN_SPECIFICATION)), end

    def _behind_expression(self, at: int, end: int) -> int:
        depth = 0
        while part := _BEHIND_EXPRESSION.search(self.text, at, end):
            at = part.end()
            if part[1]:
                depth += 1
            elif not depth and (part[2] or part[3]):
                return part.start()
            elif part[2]:
                depth -= 1
        raise UnreadError

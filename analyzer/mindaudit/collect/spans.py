"""Exact positions from libcst's code generator: slow, for the few files whose tokens do not match the tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import libcst as cst
from libcst.metadata import CodePosition, MetadataWrapper, PositionProvider

from mindaudit.collect.positions import Positions
from mindaudit.model import Lines

_BLANK = re.compile(r"(?:[\s\\]|#[^\n\r]*[\n\r])*")
_CLOSING = re.compile(r"\)|#[^\n\r]*")


class LayoutError(ValueError):
    """libcst's tree does not reproduce the text from which it was made."""


class Spans(Positions):
    """The offsets of every node of a tree."""

    __slots__ = ("_spans",)

    exact = True

    def __init__(self, text: str, tree: cst.Module) -> None:
        """Raises LayoutError if the tree was not made from this text."""
        super().__init__(text)
        self._spans = _spans(text, tree)

    def leaf(self, node: cst.CSTNode, value: str) -> None:
        """As in Positions."""
        self.start, self.end = self._spans.get(node, (0, 0))

    def keyword(self, word: str) -> None:
        """As in Positions."""

    def open(self, bracket: str) -> int:
        """As in Positions."""
        return -1

    def close(self, opened: int) -> None:
        """As in Positions."""

    def enter(self, node: cst.BaseExpression) -> int:
        """As in Positions."""
        return -1

    def leave(self, node: cst.BaseExpression, opened: int) -> None:
        """As in Positions."""
        self.take_span(node)
        self.outer_start, self.outer_end = self.start, self.end
        for _ in node.lpar:
            start, end = self._opening(self.outer_start), self._closing(self.outer_end)
            if start >= 0 <= end:
                self.outer_start, self.outer_end = start, end + 1

    def _opening(self, start: int) -> int:
        """The parenthesis before a place with nothing but blanks and comments between, which may hold parentheses too; -1 for none."""
        at = self.text.rfind("(", 0, start)
        while at >= 0 and not _BLANK.fullmatch(self.text, at + 1, start):
            at = self.text.rfind("(", 0, at)
        return at

    def _closing(self, end: int) -> int:
        """The parenthesis behind a place, outside of comments; -1 for none."""
        return next((found.start() for found in _CLOSING.finditer(self.text, end) if found[0] == ")"), -1)

    def take_span(self, node: cst.CSTNode) -> None:
        """As in Positions."""
        self.start, self.end = self._spans.get(node, (self.start, self.end))


def _spans(text: str, tree: cst.Module) -> Mapping[cst.CSTNode, tuple[int, int]]:
    places = _places(tree.code, text)
    starts = Lines.of(tree.code).starts
    ranges = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)

    def offset(position: CodePosition) -> int:
        return starts[min(position.line, len(starts)) - 1] + position.column

    return {node: (places[offset(at.start)], places[max(0, offset(at.end) - 1)] + 1) for node, at in ranges.items()}


def _places(generated: str, text: str) -> Sequence[int]:
    """For each offset of the generated code the one in the text, of which libcst drops some blanks and line joins at the start of lines."""
    if generated == text:
        return range(len(text) + 1)
    places, at = [], -1
    for character in generated:
        at = text.find(character, at + 1)
        if at < 0:
            raise LayoutError("positions cannot be found: the parser (libcst) does not keep this file's layout")
        places.append(at)
    return [*places, len(text)]

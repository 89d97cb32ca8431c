"""Parses successive versions of a text; the trees of unchanged top-level statements are reused."""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from mindaudit.collect.parser import parse_module
from mindaudit.sources.syntax import UNREADABLE, syntax_tree

_OTHER_LINES = re.compile(r"[\r\f]")
"""Ends of lines that Python's own parser and this file count differently."""


class Statements:
    """The trees of the statements of the last text."""

    def __init__(self) -> None:
        self._known: dict[str, list[cst.Module]] = {}

    def parse(self, text: str) -> cst.Module:
        """The tree of a module, without the comments and empty lines between its statements. Raises what `parse_module` raises."""
        known, self._known = self._known, {}
        try:
            pieces = list(_pieces(text))
            found = [_taken(known, piece) or parse_module(piece) for piece in pieces]
        except UNREADABLE:
            return parse_module(text)  # which says what is wrong, or knows how to go on
        for piece, tree in zip(pieces, found, strict=True):
            self._known.setdefault(piece, []).append(tree)
        return cst.Module([statement for tree in found for statement in tree.body])


def _taken(known: dict[str, list[cst.Module]], piece: str) -> cst.Module | None:
    """The tree of a statement, which is used only once, since no node may occur at two places."""
    trees = known.get(piece)
    return trees.pop() if trees else None


def _pieces(text: str) -> Iterator[str]:
    """The lines of each statement, or of several that share a line. Raises SyntaxError and the like for what Python does not read."""
    if _OTHER_LINES.search(text):
        yield text
        return
    lines, begin, end = text.split("\n"), 0, 0
    for statement in syntax_tree(text).body:
        first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))]) - 1
        if first >= end:
            yield from ["\n".join(lines[begin:end]) + "\n"] if end else ()
            begin = first
        end = statement.end_lineno or first + 1
    yield from ["\n".join(lines[begin:end]) + "\n"] if end else ()

"""Writes the tabs that indent lines as blanks: libcst does not parse some mixtures of both that Python takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.sources.syntax import UNREADABLE, parse_statements

_WIDTH = 8
"""Up to a multiple of so many columns a tab reaches for Python."""


def with_blanks(text: str) -> str:
    """The same program without tabs at the begin of lines, those inside of strings left out; the text itself if Python does not read it."""
    try:
        tree = parse_statements(text)
    except UNREADABLE:
        return text
    in_strings = set(_lines_in_strings(tree))
    lines = text.split("\n")
    return "\n".join(line if number in in_strings else _expanded(line) for number, line in enumerate(lines, 1))


def _lines_in_strings(tree: ast.Module) -> Iterator[int]:
    """The lines that begin inside of a string."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)):
            yield from range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)


def _expanded(line: str) -> str:
    code = line.lstrip(" \t")
    return line[: len(line) - len(code)].expandtabs(_WIDTH) + code

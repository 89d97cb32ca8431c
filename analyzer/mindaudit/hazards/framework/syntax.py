"""Python's own syntax tree of a file, for mending code that stands for more than the hazard's place."""

from __future__ import annotations

import ast
import re
import warnings
from functools import cached_property
from typing import Final, TypeVar

from mindaudit.model import Span

T = TypeVar("T", bound=ast.AST)
_UNREADABLE: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


def parsed(source: str) -> ast.Module | None:
    """The tree of a text; None for one that Python does not read."""
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(source)
    except _UNREADABLE:
        return None


class SyntaxTree:
    """The nodes of a file by place, and what encloses them."""

    def __init__(self, text: str) -> None:
        """A tree is made of the text when it is first asked for."""
        self._text = text

    def at(self, span: Span) -> list[ast.AST]:
        """The node with exactly this span, parentheses left out, and all that enclose it, from the inside; empty where there is none."""
        node = self._nodes.get(span)
        found: list[ast.AST] = []
        while node is not None:
            found.append(node)
            node = self._parents.get(node)
        return found

    def nodes(self, kind: type[T]) -> list[T]:
        """All nodes of a kind."""
        return [node for node in self._placed if isinstance(node, kind)]

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """Where a node stands, in characters."""
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self._text[start:end]

    @cached_property
    def _placed(self) -> list[ast.expr | ast.stmt]:
        """All nodes that have a place, each before those inside it."""
        tree = parsed(self._text)
        return [node for node in ast.walk(tree) if isinstance(node, (ast.expr, ast.stmt))] if tree else []

    @cached_property
    def _nodes(self) -> dict[Span, ast.AST]:
        """By place; of a statement that is just an expression, the expression."""
        return {self.span(node): node for node in self._placed}

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in self._placed for child in _children(node)}

    @cached_property
    def _lines(self) -> list[tuple[int, bytes]]:
        """Where each line starts in characters, and its bytes, in which Python counts columns."""
        return [(line.start(), line[0].encode("utf-8", "surrogatepass")) for line in _LINE.finditer(self._text)]

    def _offset(self, line: int, column: int) -> int:
        start, encoded = self._lines[line - 1]
        return start + len(encoded[:column].decode("utf-8", "replace"))


def _children(node: ast.AST) -> list[ast.AST]:
    """The nodes with places directly below one; what has no place, such as the clause of a comprehension, is passed through."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found += [child] if isinstance(child, (ast.expr, ast.stmt)) else _children(child)
    return found

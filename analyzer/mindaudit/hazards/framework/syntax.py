"""Python's own syntax tree of a file, for mending code that replaces more than the place of the hazard."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, TypeAlias, TypeVar

from mindaudit.model import Span
from mindaudit.sources.syntax import or_none, parse_statements, syntax_tree

T = TypeVar("T", bound=ast.AST)
_BLOCKS: Final = ("body", "orelse", "handlers", "finalbody", "cases")
"""The parts of a statement that can hold functions."""
_PRIMARIES: Final = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)
_PLAIN: Final = frozenset({"id", "attr", "ctx", "op", "ops", "arg", "kind", "type_comment", "conversion", "is_async", "simple", "level"})
"""Fields of nodes that hold texts, numbers, operators and contexts."""
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")


def parsed(source: str) -> ast.Module | None:
    """The tree of a text; None for one that Python does not read."""
    return or_none(parse_statements, source)


@lru_cache(maxsize=16)
def nodes_in(node: ast.AST) -> tuple[ast.AST, ...]:
    """A node and all statements and expressions below it, level by level; rules ask for the same functions again and again."""
    found = [node]
    for each in found:
        found += children(each)
    return tuple(found)


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below one, in source order, without operators and what says whether a name is read or stored."""
    found: list[ast.AST] = []
    for field in _INNER_FIELDS[type(node)]:
        part = getattr(node, field, None)
        if isinstance(part, ast.AST):
            found.append(part)
        elif isinstance(part, list):
            found += [each for each in part if isinstance(each, ast.AST)]
    return found


_INNER_FIELDS: Final[dict[type[ast.AST], tuple[str, ...]]] = {
    kind: () if kind in (ast.Name, ast.Constant) else tuple(field for field in kind._fields if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
"""The fields that can hold nodes, by kind of node."""


class SyntaxTree:
    """The nodes of a file by place, and what encloses them."""

    def __init__(self, text: str) -> None:
        """The tree is made on demand."""
        self._text = text
        self._path: list[ast.expr | ast.stmt] = []
        """What encloses the place that was asked for last: the next one is often close to it."""
        self._below: dict[ast.AST, list[ast.expr | ast.stmt]] = {}

    def at(self, span: Span) -> list[ast.AST]:
        """The node with exactly this span, parentheses left out, and all that enclose it, from the inside; empty where there is none."""
        if self._tree is None:
            return []
        start, end = self._position(span[0]), self._position(span[1])
        path = self._path
        while path and not _holds(path[-1], start, end):
            path.pop()
        while inner := self._inner(path[-1] if path else self._tree, start, end):
            path.append(inner)
        exact = (depth for depth in range(len(path), 0, -1) if (_start(path[depth - 1]), _end(path[depth - 1])) == (start, end))
        return [*reversed(path[: next(exact, 0)])]

    def _inner(self, around: ast.AST, start: _Place, end: _Place) -> ast.expr | ast.stmt | None:
        """The first node directly below another one that holds this stretch of text."""
        below = self._below.get(around)
        if below is None:
            below = self._below[around] = sorted(_placed(around), key=_start)
        number = bisect_right(below, start, key=_start)
        # parts of an f-string have the place of the whole in Python 3.11
        while number > 1 and _holds(below[number - 2], start, end):
            number -= 1
        return below[number - 1] if number and _holds(below[number - 1], start, end) else None

    def nodes(self, kind: type[T]) -> list[T]:
        """All nodes of a kind."""
        return [node for node in nodes_in(self._tree) if isinstance(node, kind)] if self._tree else []

    @cached_property
    def functions(self) -> Sequence[ast.FunctionDef]:
        """All functions, each before those inside it."""
        found: list[ast.FunctionDef] = []
        blocks: list[ast.AST] = [self._tree] if self._tree else []
        while blocks:
            block = blocks.pop()
            if isinstance(block, ast.FunctionDef):
                found.append(block)
            blocks += [child for part in _BLOCKS for child in getattr(block, part, ())]
        return found

    def span(self, node: ast.expr | ast.stmt | ast.arg) -> Span:
        """Where a node stands, in characters."""
        return self._offset(*_start(node)), self._offset(*_end(node))

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        start, end = self.span(node)
        return self._text[start:end]

    def receiver(self, node: ast.expr) -> str:
        """The source of an expression as a method can be called of it: in parentheses unless it binds as tight as a name."""
        text = self.source(node)
        return text if isinstance(node, _PRIMARIES) else f"({text})"

    @cached_property
    def _tree(self) -> ast.Module | None:
        return or_none(syntax_tree, self._text)

    @cached_property
    def _lines(self) -> list[_Line]:
        found = ((line.start(), line[0]) for line in _LINE.finditer(self._text))
        return [_Line(start, None if line.isascii() else line.encode("utf-8", "surrogatepass")) for start, line in found]

    def _offset(self, line: int, column: int) -> int:
        start, encoded = self._lines[line - 1]
        return start + (column if encoded is None else len(encoded[:column].decode("utf-8", "replace")))

    def _position(self, offset: int) -> _Place:
        """Line and column of a character, as nodes count them."""
        number = bisect_right(self._lines, offset, key=lambda line: line.start)
        start, encoded = self._lines[number - 1]
        return number, offset - start if encoded is None else len(self._text[start:offset].encode("utf-8", "surrogatepass"))


_Place: TypeAlias = tuple[int, int]
"""Line and column, as nodes count them."""


class _Line(NamedTuple):
    """The start of a line in characters, and its bytes if these differ in number, since Python counts columns in bytes."""

    start: int
    encoded: bytes | None


def _start(node: ast.expr | ast.stmt | ast.arg) -> _Place:
    return node.lineno, node.col_offset


def _end(node: ast.expr | ast.stmt | ast.arg) -> _Place:
    return node.end_lineno or node.lineno, node.end_col_offset or 0


def _holds(node: ast.expr | ast.stmt, start: _Place, end: _Place) -> bool:
    return _start(node) <= start and end <= _end(node)


def _placed(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes with places directly below one; what has no place, such as the clause of a comprehension, is passed through."""
    for child in children(node):
        if isinstance(child, (ast.expr, ast.stmt)):
            yield child
        else:
            yield from _placed(child)

"""A cache of syntax trees, since all rewriting steps ask for those of the same few texts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from mindaudit.model import Lines, Span
from mindaudit.sources.syntax import parse_statements

SCOPES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
"""Expressions with names of their own."""


@lru_cache(maxsize=8)
def parsed(text: str) -> ast.Module:
    """The tree of a file's text. Raises one of UNREADABLE."""
    return parse_statements(text)


@lru_cache(maxsize=8)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of a file, in the order of `ast.walk`."""
    return tuple(ast.walk(tree))


def scopes(tree: ast.Module) -> Iterator[list[ast.AST]]:
    """The nodes of each function, with its parameters and without functions inside it, and those of the module and its classes."""
    inner: list[ast.AST] = [tree]
    while inner:
        found, waiting = list[ast.AST](), list(ast.iter_child_nodes(inner.pop()))
        while waiting:
            node = waiting.pop()
            found.append(node)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                inner.append(node)
            else:
                waiting += ast.iter_child_nodes(node)
        yield found


def bound_inside(scope: ast.AST) -> set[str]:
    """The names that a comprehension or a lambda binds for itself: one of `SCOPES`."""
    targets = [each.target for each in getattr(scope, "generators", [])]
    bound = {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
    return bound | ({inner.arg for inner in ast.walk(scope.args) if isinstance(inner, ast.arg)} if isinstance(scope, ast.Lambda) else set())


def blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """The blocks of statements of a node, none of them empty."""
    found = (getattr(node, field, None) for field in ("body", "orelse", "finalbody"))
    yield from (block for block in found if isinstance(block, list) and block)


class Offsets:
    """Where the nodes of a text are in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = Lines.of(text).starts

    def span(self, node: ast.expr | ast.stmt | ast.pattern | ast.excepthandler) -> Span:
        """The offsets of a node."""
        return self._offset(node.lineno, node.col_offset), self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _offset(self, line: int, column: int) -> int:
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        own = self.text[start:end]
        return start + (column if own.isascii() else len(own.encode()[:column].decode()))

"""Syntax trees of files, kept for a while, since each step of rewriting asks for those of the same few texts."""

from __future__ import annotations

import ast
from functools import lru_cache


@lru_cache(maxsize=8)
def parsed(text: str) -> ast.Module:
    """The tree of a file's text. Raises SyntaxError and what else parsing raises."""
    return ast.parse(text)


@lru_cache(maxsize=8)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of a file, in the order of `ast.walk`."""
    return tuple(ast.walk(tree))

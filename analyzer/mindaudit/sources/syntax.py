"""Python's own syntax tree of a text: the one place where it is made."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

T = TypeVar("T")
UNREADABLE: Final = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What is raised for a text that Python does not read."""


@lru_cache(maxsize=1)
def syntax_tree(text: str) -> ast.Module:
    """The tree of a file, made once for all who ask one after the other; nobody changes it. Raises one of UNREADABLE."""
    return parse_statements(text)


def parse_statements(text: str) -> ast.Module:
    """The tree of statements. Raises one of UNREADABLE."""
    with warnings.catch_warnings(action="ignore"):
        return ast.parse(text)


def parse_expression(text: str) -> ast.expr:
    """The tree of an expression. Raises one of UNREADABLE."""
    with warnings.catch_warnings(action="ignore"):
        return ast.parse(text, mode="eval").body


def parse_enclosed(text: str) -> ast.expr:
    """The tree of an expression in parentheses, so that its lines may end anywhere; in its first line columns are one more."""
    return parse_expression(f"({text}\n)")


def or_none(parse: Callable[[str], T], text: str) -> T | None:
    """What one of these functions makes of a text; None for one that Python does not read."""
    try:
        return parse(text)
    except UNREADABLE:
        return None

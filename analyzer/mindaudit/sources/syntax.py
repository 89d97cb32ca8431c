"""Python's own syntax tree of a text."""

from __future__ import annotations

import ast
import warnings
from functools import lru_cache


@lru_cache(maxsize=1)
def syntax_tree(text: str) -> ast.Module:
    """The tree of a file, made once for all who ask one after the other; nobody changes it.

    Raises SyntaxError, ValueError, RecursionError or MemoryError for what Python does not read.
    """
    with warnings.catch_warnings(action="ignore"):
        return ast.parse(text)

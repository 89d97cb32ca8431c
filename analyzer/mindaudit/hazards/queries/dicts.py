"""Queries for the rules about dicts: of what types a dict can be, and how keywords are written as its items."""

from __future__ import annotations

import ast
from typing import Final

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.syntax import parsed
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at

PAIRS: Final = (at.List, at.Items, at.Tuple, at.Iterator, at.Grown)
"""What holds pairs where a dict is made of it."""


_TIGHT: Final = (
    ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.List, ast.ListComp, ast.Tuple, ast.GeneratorExp, ast.Dict, ast.DictComp,
)  # fmt: skip
"""What holds together without further parentheses."""


def entries(view: FileView, call: Call) -> str:
    """The keyword arguments of a call as the inside of a dict display."""
    return ", ".join(f'"{each.keyword}": {view.source((each.start, each.end))}' for each in call.site.arguments if each.keyword)


def enclosed(source: str) -> str:
    """An argument as it may stand behind `in` and before a dot."""
    tree = parsed(source)
    is_tight = tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, _TIGHT)
    return source if is_tight else f"({source})"

"""Lambdas that a network calls and that share their lines with other code."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import parsed
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_HOLDING = (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr)
_WHY = "# alone in its line, for graphs"
"""Without a comment, formatters would join the lines again."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a lambda that a forward reaches, made outside of graphs. The mending code stands for the lambda."""
    for number, function in enumerate(view.facts.functions):
        if "lambda" in function.flags and view.in_graph(number) and not view.in_graph(function.parent):
            span = function.start, function.end
            before = view.text[view.text.rfind("\n", 0, function.start) + 1 : function.start]
            if not _is_read(view, before, span):
                yield Hit(span, function.parent, v.CERTAIN, None, {"code": _alone(before, view.source(span))}, replaces=span)


def _is_read(view: FileView, before: str, span: Span) -> bool:
    """Whether the lines of a lambda are what the compiler takes: it, assigned, returned or by itself, and closing brackets behind it."""
    rest = view.text[span[1] :].split("\n", 1)[0].partition("#")[0]
    text = (before + view.source(span)).strip()
    tree = parsed(text + rest) or (None if rest.strip(" \t\r)]}") else parsed(text) or parsed(f"{text})"))
    statements = tree.body if tree else []
    return len(statements) == 1 and isinstance(statements[0], _HOLDING) and isinstance(statements[0].value, ast.Lambda)


def _alone(before: str, text: str) -> str:
    """A lambda, with what its first line has before it, in a line of its own within parentheses; nothing for one of several lines."""
    indent = before[: len(before) - len(before.lstrip())]
    return "" if "\n" in text else f"(\n{indent}    {text}  {_WHY}\n{indent})"

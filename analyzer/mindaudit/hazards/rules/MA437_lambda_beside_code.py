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
    """A hit is a lambda that a forward reaches, made outside of graphs, or one beside it in a display. The mending code stands for it."""
    made = [
        (number, (function.start, function.end))
        for number, function in enumerate(view.facts.functions)
        if "lambda" in function.flags and not view.in_graph(function.parent)
    ]
    displays = {_display(view, span) for number, span in made if view.in_graph(number)}
    for number, span in made:
        if any(start <= span[0] and span[1] <= end for start, end in displays):
            before = view.text[view.text.rfind("\n", 0, span[0]) + 1 : span[0]]
            if not _is_read(view, before, span):
                yield Hit(
                    span, view.facts.functions[number].parent, v.CERTAIN, None, {"code": _alone(before, view.source(span))}, replaces=span
                )


def _display(view: FileView, span: Span) -> Span:
    """The outermost dict, list or tuple around a lambda, all of which the compiler reads; else the lambda itself."""
    around = [node for node in view.syntax.at(span) if isinstance(node, ast.Dict | ast.List | ast.Tuple)]
    return view.syntax.span(around[-1]) if around else span


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

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
    """A hit is a lambda that a forward reaches, made outside of graphs, or one beside it. The mending code stands for it."""
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
    """The outermost dict, list or tuple around a lambda, all of which the compiler reads, or the call that may store it beside others."""
    nodes = view.syntax.at(span)
    around = [node for node in nodes if isinstance(node, ast.Dict | ast.List | ast.Tuple)]
    calls = [node for node in nodes[1:2] if isinstance(node, ast.Call)]
    return view.syntax.span((around or calls)[-1]) if around or calls else span


def _is_read(view: FileView, before: str, span: Span) -> bool:
    """Whether the lines of a lambda are what the compiler takes: it, assigned, returned or by itself, and closing brackets behind it."""
    rest = view.text[span[1] :].split("\n", 1)[0].partition("#")[0]
    text = (before + view.source(span)).strip()
    tree = parsed(text + rest) or (None if rest.strip(" \t\r)]}") else parsed(text) or parsed(f"{text})"))
    statements = tree.body if tree else []
    return len(statements) == 1 and isinstance(statements[0], _HOLDING) and isinstance(statements[0].value, ast.Lambda)


def _alone(before: str, text: str) -> str:
    """A lambda, with what its first line has before it, in lines of its own; nothing if brackets around it hold them together."""
    indent = before[: len(before) - len(before.lstrip())]
    others = text.split("\n")[1:]
    if others and not (parsed(text) and all(line.startswith(indent) for line in others)):
        return ""
    # the compiler wants no line further to the left than the first one
    return f"(\n{indent}{'' if others else '    '}{text}  {_WHY}\n{indent})"

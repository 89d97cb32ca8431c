"""`xs.pop()` inside of an expression, which graphs take for a pair: a statement in front of it gives the item a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.change import Change, refused
from mindaudit.rewrite.edits import indent_before, newline
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA416"
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)
_NOT_ALWAYS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Compare)
"""What may run a part of itself not at all, or several times."""


def popped(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls that can be mended so: without an argument, one in a statement that stands in a line of its own."""
    calls = refused(hazards, CODE)
    names = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if calls else set()
    for statement in nodes(parsed(text)) if calls else ():
        if not isinstance(statement, _STATEMENTS) or any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(statement)):
            continue
        match [node for node in ast.walk(statement) if isinstance(node, ast.Call) and places.span(node) in calls]:
            case [ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="pop"), args=[], keywords=[]) as call]:
                name, span, start = f"{owner}_last", places.span(call), places.span(statement)[0]
                indent = indent_before(text, start)
                if name not in names and indent is not None:
                    line = f"{indent}{name} = {owner}.pop(){newline(text)}"
                    yield Change(span, ((span, name),), calls[span], line=(start - len(indent), line))

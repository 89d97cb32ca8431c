"""`xs.pop()` inside of an expression, which graphs take for a pair: a statement in front of it gives the item a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.edits import newline
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA416"
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)
_NOT_ALWAYS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Compare)
"""What may run a part of itself not at all, or several times."""


class Popped(NamedTuple):
    """A call of pop, the name that stands for its item, and the statement to insert, with its place."""

    hazard: Hazard
    name: str
    place: int
    statement: str


def popped(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Popped]:
    """The calls that can be mended so: without an argument, one in a statement that stands in a line of its own."""
    calls: dict[Span, Hazard] = {each.span: each for each in hazards if each.code == CODE and each.severity == "error"}
    names = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if calls else set()
    for statement in nodes(parsed(text)) if calls else ():
        if not isinstance(statement, _STATEMENTS) or any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(statement)):
            continue
        found = [node for node in ast.walk(statement) if isinstance(node, ast.Call) and places.span(node) in calls]
        match found:
            case [ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="pop"), args=[], keywords=[]) as call]:
                name, start = f"{owner}_last", places.span(statement)[0]
                first = text.rfind("\n", 0, start) + 1
                indent = text[first:start]
                if name not in names and not indent.strip():
                    yield Popped(calls[places.span(call)], name, first, f"{indent}{name} = {owner}.pop(){newline(text)}")

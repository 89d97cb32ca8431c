"""`xs.pop()` that graphs take otherwise: statements in front of it give the item a name and the rest of the list the list's name.

Inside of an expression graphs take it for a pair, and what is later stored into the list is lost.
"""

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


_PARTS = {-1: ("[-1]", "[:-1]"), 0: ("[0]", "[1:]")}
"""By the position that is popped, how the item is read, and the rest."""


def popped(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls that can be mended so: of the last or first item of a list with a name, one in a statement in a line of its own."""
    calls = refused(hazards, CODE)
    names = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if calls else set()
    for statement in nodes(parsed(text)) if calls else ():
        if not isinstance(statement, _STATEMENTS) or any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(statement)):
            continue
        match [node for node in ast.walk(statement) if isinstance(node, ast.Call) and places.span(node) in calls]:
            case [ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="pop"), args=given, keywords=[]) as call]:
                name, span, start = f"{owner}_{'last' if not given else 'item'}", places.span(call), places.span(statement)[0]
                indent, parts = indent_before(text, start), _PARTS.get(_position(given))
                if name not in names and indent is not None and parts:
                    lines = (f"{name} = {owner}{parts[0]}", f"{owner} = {owner}{parts[1]}")
                    block = "".join(f"{indent}{line}{newline(text)}" for line in lines)
                    yield Change(span, ((span, name),), calls[span], line=(start - len(indent), block))


def _position(arguments: Sequence[ast.expr]) -> int | None:
    """The position that a call of `pop` names; None where that is not written out."""
    match arguments:
        case []:
            return -1
        case [ast.Constant(value=int(position))]:
            return position
        case [ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(position)))]:
            return -position
    return None

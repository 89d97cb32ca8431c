"""Replaces `xs.pop()` for graph mode: the item is read by its position, and the name is assigned a slice without it.

Inside of an expression, graph mode treats `pop` as a pair, loses later stores into the list, and mistakes the shapes of other tuples.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA416"
_STATEMENTS = (ast.Assign, ast.AugAssign, ast.Expr, ast.Return)
_NOT_ALWAYS = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Compare)
"""What may run a part of itself not at all, or several times."""


_PARTS = {-1: ("[-1]", "[:-1]"), 0: ("[0]", "[1:]")}
"""By the position that is popped, how the item is read, and the rest."""


def popped(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls that can be changed so: `pop` of the first or last item of a named list, once in a statement that has a line of its own."""
    calls = refused(hazards, CODE)
    names = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if calls else set()
    for statement in nodes(parsed(text)) if calls else ():
        if not isinstance(statement, _STATEMENTS) or any(isinstance(node, _NOT_ALWAYS) for node in ast.walk(statement)):
            continue
        indent = indent_before(text, places.span(statement)[0])
        match [node for node in ast.walk(statement) if isinstance(node, ast.Call) and places.span(node) in calls]:
            case [ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr="pop"), args=given, keywords=[]) as call] if (
                indent is not None and (parts := _parts(given))
            ):
                pop = _Pop(owner, parts, call, indent, newline(text))
                change = _of_statement(statement, pop, text, places) or _with_name(statement, pop, names, places)
                if change:
                    yield replace(change, hazard=calls[places.span(call)])


class _Pop(NamedTuple):
    """A call of `pop`."""

    owner: str
    parts: tuple[str, str]
    call: ast.Call
    indent: str
    """Of its statement."""
    end: str
    """Of a line."""


def _of_statement(statement: ast.stmt, pop: _Pop, text: str, places: Places) -> Change | None:
    """`x = xs.pop()` and `xs.pop()` as statements that read the item and shorten the list; None for any other statement."""
    span = places.span(pop.call)
    if not is_last(text, span[1]):
        return None
    shortened = f"{pop.owner} = {pop.owner}{pop.parts[1]}"
    match statement:
        case ast.Expr(value=value) if value is pop.call:
            return Change(span, ((span, shortened),))
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is pop.call and name != pop.owner:
            return Change(span, ((span, f"{pop.owner}{pop.parts[0]}{pop.end}{pop.indent}{shortened}"),))
    return None


def _with_name(statement: ast.stmt, pop: _Pop, names: set[str], places: Places) -> Change | None:
    """A name instead of the call, assigned in lines before the statement; None if the file already has that name."""
    span, name = places.span(pop.call), f"{pop.owner}_{'item' if pop.call.args else 'last'}"
    if name in names:
        return None
    lines = (f"{name} = {pop.owner}{pop.parts[0]}", f"{pop.owner} = {pop.owner}{pop.parts[1]}")
    block = "".join(f"{pop.indent}{line}{pop.end}" for line in lines)
    return Change(span, ((span, name),), line=(places.span(statement)[0] - len(pop.indent), block))


def _parts(arguments: Sequence[ast.expr]) -> tuple[str, str] | None:
    """The code that reads the popped item, and that of the remaining list; None for other positions."""
    match arguments:
        case []:
            return _PARTS[-1]
        case [ast.Constant(value=int(position))]:
            return _PARTS.get(position)
        case [ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(position)))]:
            return _PARTS.get(-position)
    return None

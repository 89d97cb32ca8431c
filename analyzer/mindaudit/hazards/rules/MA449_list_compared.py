"""Comparisons of a number with what may be a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_ASKED: Final = frozenset({"int", "float", "list", "tuple"})
_GUARDED: Final = "isinstance({operand}, {kind}) and {text}", "not isinstance({operand}, {kind}) or {text}"


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `==` or `!=` between a number and what the same function asks for its class elsewhere."""
    if not view.calls_of("builtins.isinstance"):
        return
    for function in view.syntax.functions:
        number = view.function_at(view.syntax.span(function.body[0])[0])
        tested = _tested(function) if view.in_graph(number) else {}
        nodes = [*ast.walk(function)] if tested else []
        tests = {id(node.test) for node in nodes if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert)}
        guarded = {id(part) for node in nodes if isinstance(node, ast.BoolOp) and _tested(node) for part in node.values}
        for node in nodes:
            match node:
                case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as sign], comparators=[right]) if (
                    (operand := ast.unparse(left)) in tested and (kind := _kind(right)) and id(node) not in guarded
                ):
                    text = view.syntax.source(node)
                    code = _GUARDED[isinstance(sign, ast.NotEq)].format(operand=operand, kind=kind, text=text)
                    yield Hit(
                        view.syntax.span(node),
                        number,
                        v.LIKELY,
                        None,
                        {"operand": operand, "code": code if id(node) in tests else f"({code})"},
                    )


def _tested(block: ast.AST) -> dict[str, ast.Call]:
    """What `isinstance` asks for a number or a sequence, by its text."""
    found: dict[str, ast.Call] = {}
    for node in ast.walk(block):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name() | ast.Attribute() as operand, kinds]):
                names = {each.id for each in ast.walk(kinds) if isinstance(each, ast.Name)}
                found |= {ast.unparse(operand): node} if names & _ASKED else {}
    return found


def _kind(node: ast.expr) -> str:
    """The class of a number that is written out; "" for anything else."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    value = inner.value if isinstance(inner, ast.Constant) else None
    return type(value).__name__ if isinstance(value, (int, float)) and not isinstance(value, bool) else ""

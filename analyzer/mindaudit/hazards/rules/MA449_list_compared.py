"""Comparisons of a number with what may be a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_ASKED: Final = frozenset({"int", "float", "list", "tuple"})
_GUARDED: Final = "isinstance({operand}, {kind}) and {text}", "not isinstance({operand}, {kind}) or {text}"


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `==` or `!=` between a number and what the same function asks for its class elsewhere."""
    asked = [call.site.start for call in view.calls_of("builtins.isinstance")]
    hits: dict[Span, Hit] = {}  # what is in a function is also in the one around it
    for number, function in view.compiled_functions if asked else ():
        start, end = view.syntax.span(function)
        for node, code in _compared(view, function) if any(start <= place < end for place in asked) else ():
            fields = {"operand": ast.unparse(node.left), "code": code}
            hits[view.syntax.span(node)] = Hit(view.syntax.span(node), number, v.LIKELY, None, fields)
    yield from hits.values()


def _compared(view: FileView, function: ast.FunctionDef) -> Iterator[tuple[ast.Compare, str]]:
    """Such comparisons in a function, with what to write for each."""
    tested = _tested(function)
    nodes = nodes_in(function) if tested else []
    tests = {node.test for node in nodes if isinstance(node, ast.If | ast.While | ast.IfExp | ast.Assert)}
    guarded = {part for node in nodes if isinstance(node, ast.BoolOp) and _tested(node) for part in node.values}
    for node in nodes:
        match node:
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as sign], comparators=[right]) if (
                (kind := _kind(right)) and (operand := ast.unparse(left)) in tested and node not in guarded
            ):
                code = _GUARDED[isinstance(sign, ast.NotEq)].format(operand=operand, kind=kind, text=view.syntax.source(node))
                yield node, code if node in tests else f"({code})"


def _tested(block: ast.AST) -> set[str]:
    """The texts of what `isinstance` asks for a number or a sequence."""
    found = set[str]()
    for node in nodes_in(block):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name() | ast.Attribute() as operand, kinds]):
                if any(isinstance(each, ast.Name) and each.id in _ASKED for each in nodes_in(kinds)):
                    found.add(ast.unparse(operand))
    return found


def _kind(node: ast.expr) -> str:
    """The class of a number that is written out; "" for anything else."""
    inner = node.operand if isinstance(node, ast.UnaryOp) else node
    value = inner.value if isinstance(inner, ast.Constant) else None
    return type(value).__name__ if isinstance(value, (int, float)) and not isinstance(value, bool) else ""

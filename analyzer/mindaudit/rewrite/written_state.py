"""Writes to `.data` of what a network keeps, which graphs have no kernel for or lose: they go to the parameter or buffer itself.

Neither the value nor the gradients change: a graph's write to a parameter is no part of what is differentiated.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.change import Change, refused
from mindaudit.rewrite.edits import first_inside
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA612"
_DATA = ".data"


def written_state(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The targets of such writes without `.data`, and what is read so for them: that would lose other gradients of the graph."""
    told = refused(hazards, CODE)
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.stmt) and (target := _target(node)) and _is_own_data(target):
            hazard = first_inside(told, places.span(node))
            reads = [each for each in ast.walk(node) if isinstance(each, ast.expr) and _is_own_data(each)] if hazard else []
            for start, end in map(places.span, reads):
                if text.endswith(_DATA, start, end):
                    yield Change((start, end), (((end - len(_DATA), end), ""),), hazard)


def _target(node: ast.stmt) -> ast.expr | None:
    """What a statement writes to, without the index of an item."""
    match node:
        case ast.Assign(targets=[target]) | ast.AugAssign(target=target):
            return target.value if isinstance(target, ast.Subscript) else target
        case ast.Expr(ast.Call(func=ast.Attribute(value=target, attr=method))) if method.endswith("_") and not method.endswith("__"):
            return target
    return None


def _is_own_data(node: ast.expr) -> bool:
    """Whether an expression is `.data` of an attribute of self: graphs set no attribute of another object."""
    match node:
        case ast.Attribute(value=ast.Attribute(value=ast.Name(id="self")), attr="data"):
            return True
    return False

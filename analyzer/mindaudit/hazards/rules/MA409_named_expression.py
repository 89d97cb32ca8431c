"""Assignment expressions that a graph compiler sees."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the expression."""
    for event in compiled(view, "walrus"):
        yield _mended(view, view.hit(event, v.CERTAIN, None))


def _mended(view: FileView, hit: Hit) -> Hit:
    """The hit; with an assignment before the statement where an `if` makes the expression first, whatever happens."""
    match view.syntax.at(hit.span):
        case [ast.NamedExpr() as named, *around]:
            branch = next((node for node in around if isinstance(node, ast.stmt)), None)
            if isinstance(branch, ast.If) and not view.text.startswith("elif", view.syntax.span(branch)[0]) and _is_first(branch, named):
                fields = {"target": view.syntax.source(named.target), "value": view.syntax.source(named.value)}
                return hit._replace(variant="before", fields=fields)
    return hit


def _is_first(branch: ast.If, named: ast.NamedExpr) -> bool:
    """Whether a test evaluates an expression before anything else."""
    node: ast.expr = branch.test
    while node is not named:
        match node:
            case ast.Compare(left=first) | ast.BinOp(left=first) | ast.BoolOp(values=[first, *_]) | ast.UnaryOp(operand=first):
                node = first
            case _:
                return False
    return True

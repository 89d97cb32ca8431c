"""Names that are None where an import fails: where they are compared with None, and used behind such a test."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise

from mindaudit.model import Span
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def is_tested_for_none(name: str, span: Span, places: Places) -> bool:
    """Whether a file also sets a name to None, and reads it at a place to compare it with that, or only where it is not None."""
    if not any(_sets_to_none(node, name) for node in nodes(places.tree)):
        return False
    path: list[ast.stmt | ast.expr] = places.around(span[0], ast.stmt, ast.expr)
    return any(_compares(node, name, ast.Is, ast.IsNot) for node in path) or any(_spares(*each, name) for each in pairwise(path))


def _sets_to_none(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Assign(targets=targets, value=ast.Constant(value=None)):
            return any(isinstance(target, ast.Name) and target.id == name for target in targets)
    return False


def _compares(node: ast.AST, name: str, *operators: type[ast.cmpop]) -> bool:
    """Whether a node compares a name with None by one of these operators."""
    match node:
        case ast.Compare(left=ast.Name(id=left), ops=[operator], comparators=[ast.Constant(value=None)]):
            return left == name and isinstance(operator, operators)
    return False


def _spares(outer: ast.AST, inner: ast.AST, name: str) -> bool:
    """Whether what is in the inner one of two nodes runs only where a name is not None."""
    match outer:
        case ast.If(test=test) | ast.IfExp(test=test) if inner is test:
            return isinstance(test, ast.Name)
        case ast.If(test=test, body=body, orelse=orelse):
            others = [inner] if any(inner is each for each in orelse) else []
            if (not others and _says(test, name, ast.IsNot)) or (others and _says(test, name, ast.Is)):
                return True
            return _is_left_before(body if not others else orelse, inner, name)
        case ast.IfExp(test=test, body=first, orelse=second):
            return (inner is first and _says(test, name, ast.IsNot)) or (inner is second and _says(test, name, ast.Is))
        case ast.BoolOp(op=ast.And(), values=values):
            before = values[: next((number for number, each in enumerate(values) if each is inner), 0)]
            return any(_says(each, name, ast.IsNot) for each in before)
    return any(_is_left_before(block, inner, name) for block in blocks(outer) if any(inner is each for each in block))


def _says(test: ast.expr, name: str, operator: type[ast.cmpop]) -> bool:
    """Whether a test holds only if a comparison with None does; that of `is` alone counts where it must not hold."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values) if operator is ast.IsNot:
            return any(_says(each, name, operator) for each in values)
    return _compares(test, name, operator) or (operator is ast.IsNot and isinstance(test, ast.Name) and test.id == name)


def _is_left_before(block: Sequence[ast.stmt], place: ast.AST, name: str) -> bool:
    """Whether a statement of a block in front of a place leaves it where a name is None."""
    for statement in block:
        if statement is place:
            return False
        match statement:
            case ast.If(test=test, body=[*_, last]) if isinstance(last, _LEAVING) and _is_none(test, name):
                return True
    return False


def _is_none(test: ast.expr, name: str) -> bool:
    """Whether a test holds wherever a name is None."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=values):
            return any(_is_none(each, name) for each in values)
    return _compares(test, name, ast.Is)

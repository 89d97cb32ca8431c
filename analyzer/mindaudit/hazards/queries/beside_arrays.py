"""Operands of which it is not sure whether they are tensors or NumPy's arrays."""

from __future__ import annotations

import ast
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_of_numpy
from mindaudit.resolve.values import domain as v

_NUMBERS: Final = ("bool", "int", "float")
_WRITTEN: Final = (ast.Constant, ast.Name, ast.Slice, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.expr_context)
"""What an index is made of that may be read twice."""


def may_be_array(view: FileView, index: int) -> bool:
    """Whether an expression is no sure tensor, is NumPy's at times, or is computed from what all is so: no array makes another a tensor."""
    level = view.tensor(index)
    if (level is not None and level < v.CERTAIN) or any(map(is_of_numpy, view.value(index).atoms)):
        return True
    e = view.unnarrowed(index)
    if not isinstance(e, ex.Binary):
        return False
    computed = [each for each in (e.left, e.right) if not all(v.type_name(atom) in _NUMBERS for atom in view.value(each).atoms)]
    return bool(computed) and all(may_be_array(view, each) for each in computed)


def named_parts(node: ast.expr | None) -> list[ast.expr]:
    """What operators compute an expression from: names, attributes, and parts of these; else nothing.

    It is a tensor where one of them is.
    """
    match node:
        case ast.BinOp(left=left, right=right):
            sides = [(each, named_parts(each)) for each in (left, right) if not isinstance(each, ast.Constant)]
            return [part for _, parts in sides for part in parts] if all(parts for _, parts in sides) else []
        case ast.UnaryOp(operand=operand):
            return named_parts(operand)
    return [node] if node and _is_named(node) else []


def _is_named(node: ast.expr) -> bool:
    match node:
        case ast.Attribute(value=owner):
            return _is_named(owner)
        case ast.Subscript(value=owner, slice=index):
            return _is_named(owner) and all(isinstance(part, _WRITTEN) for part in ast.walk(index))
    return isinstance(node, ast.Name)

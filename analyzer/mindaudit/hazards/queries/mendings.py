"""Queries for mending code: how the result of a place is used, and which tensors have the same shape."""

from __future__ import annotations

import ast
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_KEEPING: Final = frozenset({"clone", "contiguous", "detach"})
"""Methods whose result has the receiver's shape."""
_REDUCING: Final = frozenset({"sum", "mean", "max", "min", "prod", "median", "std", "var", "norm", "any", "all"})
"""Methods that give a single number when they get no axis."""


class Reduced(NamedTuple):
    """A reduction of a tensor over all of its elements."""

    how: str
    """sum or mean."""
    span: Span
    """The whole call."""


def reduced(view: FileView, span: Span) -> Reduced | None:
    """The sum or mean over all elements of what stands at a place; None where anything else is done with it."""
    match view.syntax.at(span)[:3]:
        case [_, ast.Attribute(attr="sum" | "mean" as how) as method, ast.Call(args=[], keywords=[]) as call] if call.func is method:
            return Reduced(how, view.syntax.span(call))
    return None


def in_arithmetic(view: FileView, span: Span) -> bool:
    """Whether what stands at a place is an operand of `+`, `-`, `*` or `/`, where a tensor serves as well as a number."""
    match view.syntax.at(span)[:2]:
        case [_, ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div())]:
            return True
    return False


def same_shape(view: FileView, left: int, right: int) -> bool:
    """Whether two tensors have one shape for certain: both are computed element by element from one tensor."""
    return _root(view, left) == _root(view, right)


def covers(view: FileView, mask: int, tensor: int) -> bool:
    """Whether a mask is computed element by element from a tensor, or from what has its shape: as an index into that, it has that shape."""
    if _root(view, mask) == _root(view, tensor):
        return True
    match view.expression(mask):
        case ex.Narrowed(value) | ex.Unary(_, value):
            return covers(view, value, tensor)
        case ex.Binary(operator, left, right) if operator != "MatrixMultiply":
            return covers(view, left, tensor) or covers(view, right, tensor)
        case ex.Comparison(_, parts):
            return any(covers(view, part, tensor) for part in parts)
    return False


def same_dtype(view: FileView, *tensors: int) -> bool:
    """Whether tensors are known to have one dtype."""
    values = [view.value(index) for index in tensors]
    found = {atom.dtype if isinstance(atom, at.Tensor) else None for value in values for atom in value.atoms}
    return len(found) == 1 and None not in found and not any(value.open for value in values)


def _root(view: FileView, index: int) -> int:
    """The expression whose shape another one has; itself where it may have a shape of its own."""
    match e := view.expression(index):
        case ex.Narrowed(value) | ex.Unary(_, value):
            return _root(view, value)
        case ex.Binary(operator, left, right) if operator != "MatrixMultiply":
            return _of_two(view, index, left, right)
        case ex.Comparison(_, (left, right)):
            return _of_two(view, index, left, right)
        case ex.Call(callee) if not e.arguments:
            method = view.expression(callee)
            return _root(view, method.base) if isinstance(method, ex.Attribute) and method.name in _KEEPING else index
    return index


def _of_two(view: FileView, index: int, left: int, right: int) -> int:
    if _is_number(view, right) or _root(view, left) == _root(view, right):
        return _root(view, left)
    return _root(view, right) if _is_number(view, left) else index


def _is_number(view: FileView, index: int) -> bool:
    value = view.value(index)
    return bool(value.atoms) and not value.open and all(v.type_name(atom) in NUMBERS for atom in value.atoms)


def is_single(view: FileView, index: int) -> bool:
    """Whether a tensor holds a single number: of no dimensions, a reduction over all of them, or computed from such."""
    match e := view.expression(index):
        case ex.Unary(_, operand) | ex.Narrowed(operand):
            return is_single(view, operand)
        case ex.Comparison(_, parts):
            return all(_is_number(view, part) or is_single(view, part) for part in parts)
        case ex.Binary(_, left, right):
            return all(_is_number(view, part) or is_single(view, part) for part in (left, right))
        case ex.Call(callee) if not e.arguments:
            method = view.expression(callee)
            if isinstance(method, ex.Attribute) and method.name in _REDUCING:
                return True
    return any(isinstance(atom, at.Tensor) and atom.rank == 0 for atom in view.value(index).atoms)


def is_truth(view: FileView, index: int) -> bool:
    """Whether a tensor holds a single truth value."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(isinstance(atom, at.Tensor) and atom.dtype == "bool" for atom in atoms) and is_single(view, index)

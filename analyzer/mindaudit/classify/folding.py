"""Evaluates the expressions of mapping rows on literals.

A row may come from the configuration of the audited project, so nothing is passed to `eval`: any syntax not listed here is rejected.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "abs": abs,
    "float": float,
    "int": int,
    "len": len,
    "max": max,
    "min": min,
    "tuple": tuple,
}
LARGEST: Final = 10**18
"""No figure in a call that makes sense is larger; reaching it means that the computation may not end."""

_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}
_COMPARE: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda item, container: item in container,
    ast.NotIn: lambda item, container: item not in container,
}
_PASSIVE: Final = (ast.Constant, ast.Name, ast.Load, ast.BoolOp, ast.boolop, ast.IfExp, ast.Subscript, ast.Tuple, ast.List)
_KNOWN: Final = (*_PASSIVE, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, *_BINARY, *_UNARY, *_COMPARE)


class UnknownPartError(ValueError):
    """An expression contains syntax that rows may not use."""


def check(tree: ast.expr) -> None:
    """Raise UnknownPartError for anything but literals, names, arithmetic, comparisons, choices, elements and a few functions."""
    for node in ast.walk(tree):
        is_known = isinstance(node, _KNOWN)
        if isinstance(node, ast.Call):
            is_known = not node.keywords and getattr(node.func, "id", "") in FUNCTIONS
        if not is_known:
            raise UnknownPartError(ast.unparse(node) if isinstance(node, ast.expr) else type(node).__name__)


def value(tree: ast.expr, names: Mapping[str, Any]) -> Any:
    """The value of an expression that was checked. Raises whatever its parts raise, and OverflowError before figures get out of hand."""
    return _value(tree, names)


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    def of(part: ast.expr) -> Any:
        return _value(part, names)

    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return names[node.id]
        case ast.Tuple():
            return tuple(map(of, node.elts))
        case ast.List():
            return list(map(of, node.elts))
        case ast.Subscript():
            return of(node.value)[of(node.slice)]
        case ast.IfExp():
            return of(node.body) if of(node.test) else of(node.orelse)
        case ast.BoolOp():
            return _either(node, of)
        case ast.Call(func=ast.Name(id=name)):
            return FUNCTIONS[name](*map(of, node.args))
        case ast.UnaryOp():
            return _UNARY[type(node.op)](of(node.operand))
        case ast.BinOp():
            return _computed(node.op, of(node.left), of(node.right))
        case ast.Compare():
            return _compared(node, [of(part) for part in (node.left, *node.comparators)])
    raise UnknownPartError(ast.unparse(node))


def _either(node: ast.BoolOp, of: Callable[[ast.expr], Any]) -> Any:
    """The first operand that decides, else the last."""
    wanted, found = isinstance(node.op, ast.Or), None
    for part in node.values:
        found = of(part)
        if bool(found) is wanted:
            break
    return found


def _compared(node: ast.Compare, values: list[Any]) -> bool:
    return all(_COMPARE[type(sign)](left, right) for sign, left, right in zip(node.ops, values, values[1:], strict=False))


def _computed(sign: ast.operator, left: Any, right: Any) -> Any:
    if isinstance(sign, (ast.Mult, ast.Pow, ast.Mod)) and not (_is_number(left) and _is_number(right)):
        raise TypeError("only figures are multiplied")
    if isinstance(sign, ast.Pow) and abs(right) > len(str(LARGEST)):
        raise OverflowError("a power beyond all figures")
    result = _BINARY[type(sign)](left, right)
    if _is_number(result) and abs(result) > LARGEST:
        raise OverflowError("beyond all figures")
    return result


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float))

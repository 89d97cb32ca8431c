"""Conditions of comprehensions that are no truth values, which a graph takes for false or refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v

_ASKING: Final = frozenset({"all", "any", "bool", "callable", "hasattr", "isinstance", "issubclass"})
_TEXTS: Final = frozenset({"endswith", "startswith", "isdigit", "is_floating_point"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the condition; a tensor is none."""
    for event in compiled(view, "if"):
        span = event.start, event.end
        match view.syntax.at(span)[:1]:
            case [ast.expr() as test] if event.detail == "comprehension" and not _is_truth(test):
                if not _is_known(view, event.expressions[0]):
                    yield Hit(span, event.function, v.LIKELY, None, {}, replaces=span)


def _is_truth(test: ast.expr) -> bool:
    """Whether an expression is True or False by its form."""
    match test:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
            return True
        case ast.BoolOp(values=parts):
            return all(map(_is_truth, parts))
        case ast.Call(func=ast.Name(id=name)):
            return name in _ASKING
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _TEXTS
    return False


def _is_known(view: FileView, index: int) -> bool:
    """Whether a condition is a truth value, or a tensor, which other rules tell."""
    value = view.value(index)
    is_bool = bool(value.atoms) and not value.open and all(v.type_name(each) == "bool" for each in value.atoms)
    return is_bool or view.tensor(index) is not None

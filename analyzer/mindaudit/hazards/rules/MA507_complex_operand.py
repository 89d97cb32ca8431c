"""Complex numbers beside real ones, and operations on complex numbers whose gradient is missing or wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

_TENSORS = frozenset({"Multiply", "Divide"})
"""Operators that take no complex tensor beside a real one; with Python's complex numbers also the others fail."""
_NUMBERS = _TENSORS | {"Add", "Subtract"}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is an operation between a complex tensor and what is not known to be one, or between any tensor and Python's complex number.

    So is a product, a quotient or a power of complex tensors alone, and a complex number of Python that is stored into a tensor.
    """
    for site in (*view.reads("binary"), *view.reads("augmented")):
        e = view.expression(site.expression)
        if not isinstance(e, ex.Binary):
            continue
        if e.operator in _NUMBERS and (_is_mixed(view, e) or (site.kind == "augmented" and _is_scaled(view, e))):
            yield view.hit(site, v.LIKELY, None)
        elif _lacks_gradient(view, e):
            yield view.hit(site, v.LIKELY, None, variant="gradient", construct="gradient")
    for event in view.events("store_item"):
        if _is_number(view.value(event.expressions[2])) and view.tensor(event.expressions[0]) is not None:
            yield from _stored(view, event)


def _stored(view: FileView, event: Event) -> Iterator[Hit]:
    """A complex number that an assignment stores into items of a tensor."""
    for statement in view.syntax.at((event.start, event.end)):
        if isinstance(statement, ast.Assign):
            span = view.syntax.span(statement.value)
            hit = view.hit(event, v.LIKELY, None, variant="store", number=view.syntax.source(statement.value))
            yield hit._replace(replaces=span)


def _is_scaled(view: FileView, e: ex.Binary) -> bool:
    """Whether a complex tensor is multiplied or divided in place by what is real, also by a number."""
    return e.operator in _TENSORS and v.is_complex(view.value(e.left)) and not v.is_complex(view.value(e.right))


def _is_mixed(view: FileView, e: ex.Binary) -> bool:
    left, right = view.value(e.left), view.value(e.right)
    if _is_number(left) or _is_number(right):
        return view.tensor(e.right if _is_number(left) else e.left) is not None
    sides = (v.may_be_complex(left), v.may_be_complex(right))
    is_mixed = any(sides) and not (v.is_complex(left) and v.is_complex(right))
    return e.operator in _TENSORS and is_mixed and view.tensor(e.right if sides[0] else e.left) is not None


def _lacks_gradient(view: FileView, e: ex.Binary) -> bool:
    """Whether MindSpore has no gradient, or a wrong one, of an operation on complex tensors."""
    if not v.is_complex(view.value(e.left)):
        return False
    return e.operator == "Power" or (e.operator in _TENSORS and v.is_complex(view.value(e.right)))


def _is_number(value: Value) -> bool:
    return bool(value.atoms) and not value.open and all(v.type_name(atom) == "complex" for atom in value.atoms)

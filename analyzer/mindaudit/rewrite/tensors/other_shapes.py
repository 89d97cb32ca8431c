"""`x.data = y` of another shape: a recipe takes care of operators of MindSpore that remember a Parameter's old one. PyNative mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.unknown import may_be_any
from mindaudit.rewrite.text.change import Change, within
from mindaudit.rewrite.text.places import Places

_RECIPE: Final = "any_shape"
_OWN: Final = frozenset({"data", "grad"})
_KEEPING: Final = frozenset({
    "abs", "add", "add_", "bfloat16", "clamp", "clamp_", "clip", "clone", "contiguous", "copy", "cpu", "cuda", "detach", "div", "div_",
    "double", "exp", "float", "half", "mul", "mul_", "neg", "pow", "sigmoid", "sign", "sqrt", "sub", "sub_", "tanh", "to", "type",
    "type_as",
})  # fmt: skip
"""Methods and functions whose result has the shape of their tensor."""


def other_shapes(view: FileView, places: Places) -> Iterator[Change]:
    """The tensors whose data is set to what may have another shape, inside of the recipe's call."""
    for event in view.events("store_attribute"):
        match view.syntax.at((event.start, event.end))[:2]:
            case [ast.Attribute(value=owner, attr="data"), ast.Assign(targets=[_], value=value)] if _may_be_tensor(view, event):
                if not _has_shape_of(ast.unparse(owner), value):
                    yield within(places.span(owner), _RECIPE)


def _may_be_tensor(view: FileView, event: Event) -> bool:
    """Whether the owner of a stored attribute is a tensor, or nothing is known of it."""
    owner = event.expressions[0]
    return view.tensor(owner) is not None or may_be_any(view, owner)


def _has_shape_of(owner: str, value: ast.expr) -> bool:
    """Whether a value is computed of a tensor's own elements, one of each."""
    match value:
        case ast.Name() | ast.Attribute() if ast.unparse(value) == owner:
            return True
        case ast.Attribute(value=inner, attr=name) if name in _OWN:
            return _has_shape_of(owner, inner)
        case ast.BinOp(left=left, right=right):
            return _has_shape_of(owner, left) or _has_shape_of(owner, right)
        case ast.UnaryOp(operand=operand):
            return _has_shape_of(owner, operand)
        case ast.Call(func=ast.Attribute(attr=name), args=[first, *_]) if name.endswith("_like"):
            return _has_shape_of(owner, first)
        case ast.Call(func=ast.Attribute(value=receiver, attr=name), args=args) if name in _KEEPING:
            return any(_has_shape_of(owner, each) for each in (receiver, *args[:1]))
    return False

"""Functions that give floating-point numbers, of sums of masks: these are whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_FUNCTIONS: Final = (
    *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "log", "log10", "log1p"),
    *("log2", "reciprocal", "rsqrt", "sigmoid", "sin", "sinh", "sqrt", "tan", "tanh"),
)
_SUMS: Final = frozenset({"sum", "cumsum", "prod", "count_nonzero"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the argument of such a function, if it sums what the same file inverts by `~`, and its dtype is not known by itself."""
    masks = {view.unnarrowed(e.operand) for e in view.facts.expressions if isinstance(e, ex.Unary) and e.operator == "BitInvert"}
    calls = view.calls_of(*(f"torch.{kind}{name}" for kind in ("", "Tensor.") for name in _FUNCTIONS)) if masks else ()
    for call in calls:
        operand = call.argument("input") or call.receiver
        if operand and _sums(view, operand.expression, masks):
            code = f"{view.receiver(operand.span)}.float()"
            yield Hit(operand.span, call.site.function, v.LIKELY, None, {"code": code}, replaces=operand.span)


def _sums(view: FileView, index: int, masks: set[ex.Expression]) -> bool:
    """Whether an expression is the sum of a mask, and no dtype is named; of a known dtype the mapping rows take care."""
    e = view.unnarrowed(index)
    if not isinstance(e, ex.Call) or any(argument.keyword == "dtype" for argument in e.arguments) or _has_dtype(view, index):
        return False
    callee = view.unnarrowed(e.callee)
    if not isinstance(callee, ex.Attribute) or callee.name not in _SUMS:
        return False
    of_torch = any(isinstance(atom, at.Torch) for atom in view.value(e.callee).atoms)
    summed = e.arguments[0].expression if of_torch and e.arguments else callee.base
    return view.unnarrowed(summed) in masks


def _has_dtype(view: FileView, index: int) -> bool:
    """Whether the dtype of a tensor is known."""
    return any(isinstance(atom, at.Tensor) and atom.dtype for atom in view.value(index).atoms)

"""Changes of the elements that a mask selects, `x[mask] += y`, and the same computed from all elements."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import Subscription
from mindaudit.hazards.queries.mendings import covers, same_dtype
from mindaudit.model import Span
from mindaudit.resolve.transfer.operators import number
from mindaudit.resolve.values import atoms as at

SIGNS: Final[dict[type[ast.operator], str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
CHANGING: Final = {**SIGNS, ast.FloorDiv: "//"}
"""The operators that change a tensor in place in a graph."""
REDUCING: Final = frozenset({"sum", "mean", "max", "min", "prod", "median", "std", "var", "norm", "argmax", "argmin"})
"""Methods that give a single number where they get no argument."""

_KEEPING: Final = frozenset({"isnan", "isfinite", "isinf", "logical_not", "abs", "zeros_like", "ones_like"})
"""Functions that make a single number of one."""


def is_single(view: FileView, index: int) -> bool:
    """Whether a tensor is a single number: of no dimensions, made of one, a reduction over all of them, or computed from such alone."""
    if any(isinstance(atom, at.Tensor) and atom.rank == 0 for atom in view.value(index).atoms):
        return True
    match view.unnarrowed(index):
        case ex.Call(callee, arguments):
            return _makes_single(view, callee, [each.expression for each in arguments])
        case ex.Unary(_, operand):
            return is_single(view, operand)
        case ex.Binary(_, left, right) | ex.Comparison((_,), (left, right)):
            sides = [side for side in (left, right) if number(view.value(side)) is None]
            return bool(sides) and all(is_single(view, side) for side in sides)
    return False


def _makes_single(view: FileView, callee: int, given: Sequence[int]) -> bool:
    """Whether a call gives a single number: `x.sum()`, `torch.tensor(0.5)`, `torch.isnan(x.mean())`."""
    e = view.unnarrowed(callee)
    name = e.name if isinstance(e, ex.Attribute | ex.FromImport) else ""
    if not given:
        return name in REDUCING and isinstance(e, ex.Attribute) and view.tensor(e.base) is not None
    is_number = name == "tensor" and number(view.value(given[0])) is not None
    return is_number or (name in _KEEPING and len(given) == 1 and is_single(view, given[0]))


class MaskedChange(NamedTuple):
    """What becomes of the selected elements, computed for all of them, and the statement that says so."""

    changed: str
    span: Span


def masked_change(view: FileView, subscription: Subscription) -> MaskedChange | None:
    """The change of what a subscript selects; None if it is none, or if the same of all elements is not known to be right."""
    site = subscription.site
    match view.syntax.at((site.start, site.end))[:2]:
        case [ast.Subscript(value=ast.Name(base)) as target, ast.AugAssign(op=operator, value=value) as statement]:
            is_target = view.syntax.span(statement.target) == (site.start, site.end)
            if not is_target or type(operator) not in SIGNS or not covers(view, subscription.key, subscription.base):
                return None
            added, known = _operand(view, target, operator, value, subscription)
            if added is None:
                return None
            number = isinstance(added, ast.Constant)
            changed = f"{base} {SIGNS[type(operator)]} {view.syntax.source(added) if number else view.syntax.receiver(added)}"
            return MaskedChange(changed if known else f"({changed}).astype({base}.dtype)", view.syntax.span(statement))
    return None


def _operand(
    view: FileView, target: ast.Subscript, operator: ast.operator, value: ast.expr, subscription: Subscription
) -> tuple[ast.expr | None, bool]:
    """What changes each element, and whether the dtype surely stays: a number, or what the same mask selects of another tensor.

    A quotient of tensors has no gradient where what is not selected is zero.
    """
    if _is_number(value):
        return value, True
    if isinstance(operator, ast.Div):
        return None, False
    index = next((each.expression for each in view.facts.sites if (each.start, each.end) == view.syntax.span(value)), None)
    index = next((each.expression for each in view.facts.calls if (each.start, each.end) == view.syntax.span(value)), index)
    if isinstance(value, ast.Subscript) and ast.dump(value.slice) == ast.dump(target.slice):
        other = view.expression(index) if index is not None else None
        return value.value, same_dtype(view, subscription.base, getattr(other, "base", -1)) if other is not None else False
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in REDUCING:
        reduces = not value.args and not value.keywords and index is not None and view.tensor(index) is not None
        return (value, False) if reduces else (None, False)
    atoms = view.value(index).atoms if index is not None else ()
    is_single = bool(atoms) and all(isinstance(atom, at.Tensor) and atom.rank == 0 for atom in atoms)
    return (value, False) if is_single else (None, False)


def _is_number(value: ast.expr) -> bool:
    inner = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(inner, ast.Constant) and isinstance(inner.value, (int, float)) and inner.value != 0

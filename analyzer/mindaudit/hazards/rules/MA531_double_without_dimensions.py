"""Tensors of doubles without dimensions beside tensors of other floats: for torch they are numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.transfer.operators import DOUBLE
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply", "Divide", "Power"})
_FUNCTIONS: Final = tuple(
    f"torch.{owner}{name}"
    for owner in ("", "Tensor.")
    for name in ("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "pow", "maximum", "minimum", "where", "lerp")
)


def check(view: FileView) -> Iterator[Hit]:
    """Hits: an operation or a call with such a tensor and one that may be of other floats."""
    for site in view.reads("binary"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator in _OPERATORS and _is_mixed(view, (e.left, e.right)):
            yield view.hit(site, v.LIKELY, None)
    for call in view.calls_of(*_FUNCTIONS):
        if _is_mixed(view, [each.expression for each in call.operands]):
            yield view.hit(call, v.LIKELY, None, variant="call", construct="call")


def _is_mixed(view: FileView, operands: Sequence[int]) -> bool:
    """Whether a tensor of doubles without dimensions is among the operands, and a tensor that may have some and hold other floats."""
    counted = [index for index in operands if _counts_as_number(view, index)]
    return bool(counted) and any(_may_be_narrower(view, index) for index in operands if index not in counted)


def _counts_as_number(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor of doubles without dimensions, and nothing else."""
    value = view.value(index)
    return (
        bool(value.atoms)
        and not value.open
        and all(isinstance(atom, at.Tensor) and atom.dtype == DOUBLE and atom.rank == 0 for atom in value.atoms)
    )


def _may_be_narrower(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor that may have dimensions and hold no doubles."""
    tensors = [atom for atom in view.value(index).atoms if isinstance(atom, at.Tensor)]
    return view.tensor(index) is not None and any(atom.rank != 0 and atom.dtype != DOUBLE for atom in tensors)

"""Tensors that are made or reshaped by a size read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import FileView, Hit
from mindaudit.hazards.queries.sizes import length_cause

_SIZED_FROM = {
    **dict.fromkeys(
        (f"torch.{name}" for name in ("zeros", "ones", "empty", "rand", "randn", "full", "eye", "tril_indices", "triu_indices")), 0
    ),
    **dict.fromkeys((f"torch.{name}" for name in ("arange", "range", "linspace", "logspace")), 0),
    **dict.fromkeys(
        (
            f"torch.Tensor.{name}"
            for name in ("view", "reshape", "expand", "repeat", "tile", "new_zeros", "new_ones", "new_empty", "new_full")
        ),
        1,
    ),
    **dict.fromkeys((f"torch.{name}" for name in ("reshape", "broadcast_to", "tile", "nn.functional.pad", "nn.functional.interpolate")), 1),
    "torch.randint": 1,
}
_FILLING = frozenset({"torch.full", "torch.Tensor.new_full", "torch.randint"})
_STEPPING = frozenset({"torch.linspace", "torch.logspace"})
_NO_SIZES = frozenset({"dtype", "device", "layout", "out", "mode", "value", "fill_value", "generator", "align_corners", "scale_factor"})


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a size, or an item of a size, that depends on data."""
    for call in view.calls_of(*_SIZED_FROM):
        first = min(_SIZED_FROM[name] for name in call.names if name in _SIZED_FROM)
        operands = [operand for operand in call.operands[first:] if operand.keyword not in _NO_SIZES]
        if call.names & _FILLING:
            operands = operands[-1:] if "torch.randint" in call.names else operands[:1]
        if call.names & _STEPPING:
            operands = operands[2:]
        sized = next((operand for operand in operands if _size_from_data(view, operand.expression)), None)
        if sized:
            yield view.hit(call, call.level, fixed=view.replaced(call.span, sized.span, "MAX_SIZE"))


def _size_from_data(view: FileView, index: int) -> bool:
    e = view.expression(index)
    if e[0] in ("tuple", "list"):
        return any(length_cause(view, item) == "data" for item in e[1])
    return length_cause(view, index) == "data" and not view.by_convention(index)

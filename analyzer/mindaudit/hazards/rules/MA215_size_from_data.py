"""Tensors that are made or reshaped by a size read from data."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.sizes import length_cause

_FUNCTIONS = (
    "zeros", "ones", "empty", "rand", "randn", "full", "eye", "tril_indices", "triu_indices", "arange", "range", "randint", "reshape",
    "broadcast_to", "tile", "nn.functional.pad", "nn.functional.interpolate",
)  # fmt: skip
_METHODS = ("view", "reshape", "expand", "repeat", "tile", "new_zeros", "new_ones", "new_empty", "new_full")
_SIZED = (*(f"torch.{name}" for name in _FUNCTIONS), *(f"torch.Tensor.{name}" for name in _METHODS))
_SIZES = ("size", "shape", "repeats", "dims", "pad", "n", "m", "row", "col", "offset", "start", "end", "step")
"""The parameters that decide the shape of what is made."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a size, or an item of a size, that depends on data."""
    for names, parameters in ((_SIZED, _SIZES), (("torch.linspace", "torch.logspace"), ("steps",))):
        for call in view.calls_of(*names):
            sizes = call.arguments(*parameters)
            if any(_size_from_data(view, operand.expression) for operand in sizes):
                yield view.hit(call, call.level)


def _size_from_data(view: FileView, index: int) -> bool:
    e = view.expression(index)
    if isinstance(e, (ex.TupleDisplay, ex.ListDisplay)):
        return any(length_cause(view, item) == "data" for item in e.items)
    return length_cause(view, index) == "data" and not view.by_convention(index)

"""Dtypes for which a backend has few kernels."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at

_DTYPES = {
    at.Torch(f"torch.{name}"): kind
    for kind, names in (("float64", ("float64", "double")), ("complex", ("complex64", "complex128", "cfloat", "cdouble")))
    for name in names
}
_CASTING = {"torch.Tensor.double": "float64", "torch.Tensor.cfloat": "complex", "torch.Tensor.cdouble": "complex"}


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call in a network that casts to such a dtype, or makes a tensor of it."""
    for call in view.calls_below("torch."):
        kind = _dtype(view, call)
        if kind and view.in_graph(call.site.function):
            yield view.hit(call, call.level, None, construct=kind, dtype=kind)


def _dtype(view: FileView, call: Call) -> str:
    """float64 or complex, where a call asks for one of these."""
    cast = (_CASTING[name] for name in sorted(call.names) if name in _CASTING)
    given = (_DTYPES[atom] for operand in call.operands for atom in view.value(operand.expression).atoms if atom in _DTYPES)
    return next(cast, None) or next(given, "")

"""Dtypes for which a backend has few kernels."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_HALF = "bfloat16"
_KINDS = (("float64", ("float64", "double")), ("complex", ("complex64", "complex128", "cfloat", "cdouble")), (_HALF, (_HALF,)))
_DTYPES = {at.Torch(f"torch.{name}"): kind for kind, names in _KINDS for name in names}
_CASTING = {
    "torch.Tensor.double": "float64",
    "torch.Tensor.cfloat": "complex",
    "torch.Tensor.cdouble": "complex",
    "torch.Tensor.bfloat16": _HALF,
    "torch.nn.Module.bfloat16": _HALF,
}
_SCOPES = frozenset({"torch.autocast", "torch.amp.autocast", "torch.cpu.amp.autocast", "torch.cuda.amp.autocast"})
"""What names a dtype and makes no tensor of it."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call in a network that casts to such a dtype, or makes a tensor of it; to bfloat16 also one outside of networks."""
    for call in view.calls_below("torch."):
        kind = _dtype(view, call) if _SCOPES.isdisjoint(call.names) else ""
        if kind and (kind == _HALF or view.in_graph(call.site.function)):
            level, variant = (max(call.level, v.LIKELY), _HALF) if kind == _HALF else (call.level, "")  # tensor or module, it is cast
            yield view.hit(call, level, None, variant=variant, construct=kind, dtype=kind)


def _dtype(view: FileView, call: Call) -> str:
    """float64, complex or bfloat16, where a call asks for one of these."""
    cast = (_CASTING[name] for name in sorted(call.names) if name in _CASTING)
    given = (_DTYPES[atom] for operand in call.operands for atom in view.value(operand.expression).atoms if atom in _DTYPES)
    return next(cast, None) or next(given, "")

"""Compilation by torch's own compilers."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at

_COMPILING = frozenset({"torch.compile", "torch.jit.script", "torch.jit.trace"})
_NAMES = ("torch.compile", "torch.jit.script", "torch.jit.trace", "torch.jit.trace_module", "torch.export.export", "torch.onnx.export")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that compiles or exports. The mending code is for functions; a network stays as it is."""
    for call in view.calls_of(*_NAMES):
        compiled = call.argument("model", "obj", "func")
        takes_function = call.names <= _COMPILING and compiled is not None and _is_function(view, compiled.expression)
        variant = "decorator" if call.site.role == "decorator" else "call" if takes_function else ""
        yield view.hit(call, call.level, None, variant=variant, function=view.text_of(compiled))


def _is_function(view: FileView, index: int) -> bool:
    """Whether an expression is a function for certain: a network is compiled by the mode that it runs in."""
    value = view.value(index)
    return bool(value.atoms) and not value.open and all(isinstance(atom, at.Function | at.Method) for atom in value.atoms)

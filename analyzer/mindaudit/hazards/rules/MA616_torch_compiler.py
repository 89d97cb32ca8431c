"""Compilation by torch's own compilers."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_COMPILING = frozenset({"torch.compile", "torch.jit.script", "torch.jit.trace"})
_NAMES = ("torch.compile", "torch.jit.script", "torch.jit.trace", "torch.jit.trace_module", "torch.export.export", "torch.onnx.export")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call that compiles or exports."""
    for call in view.calls_of(*_NAMES):
        variant = "decorator" if call.site.role == "decorator" else "call" if call.names <= _COMPILING else ""
        yield view.hit(call, call.level, None, variant=variant, function=view.text_of(call.argument("model", "obj", "func")))

"""Iterating over the parameters or the modules of a module in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_MODULE = "torch.nn.Module."
_LISTING = tuple(f"{_MODULE}{name}" for name in ("parameters", "named_parameters", "buffers", "named_buffers", "state_dict"))
_MODULES = f"{_MODULE}modules", f"{_MODULE}named_modules"


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call that lists parameters, buffers or all modules below one."""
    for call in view.calls_of(*_LISTING):
        if view.in_graph(call.site.function):
            yield view.hit(call, call.level, None)
    for call in view.calls_of(*_MODULES):
        if view.in_graph(call.site.function):
            yield view.hit(call, call.level, None, variant="modules", construct="modules")

"""Iterating over the parameters of a module in a network."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_LISTING = tuple(f"torch.nn.Module.{name}" for name in ("parameters", "named_parameters", "buffers", "named_buffers", "state_dict"))


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the call that lists parameters or buffers."""
    for call in view.calls_of(*_LISTING):
        if view.in_graph(call.site.function):
            yield view.hit(call, call.level, None)

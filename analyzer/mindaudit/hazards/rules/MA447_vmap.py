"""Functions that `vmap` compiles."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of `vmap` outside of graphs, or in a network, which PyNative mode does not compile otherwise."""
    for call in view.calls_of("torch.vmap"):
        construct = "network" if view.in_graph(call.site.function) else "host"
        yield view.hit(call, call.level, None, construct=construct, function=view.text_of(call.argument("func")))

"""Parts that a forward switches between training and evaluation."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of train or eval on a module in a function of a graph."""
    for call in view.calls_of("torch.nn.Module.train", "torch.nn.Module.eval"):
        if view.in_graph(call.site.function):
            yield view.hit(call, call.level, None)

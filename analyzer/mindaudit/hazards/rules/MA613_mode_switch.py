"""Switching modules between training and evaluation."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import domain as v

_OWN = "train"


def check(view: FileView) -> Iterator[Hit]:
    """Hits: calls of train or eval on a module outside of graphs, and a network's own train where it is defined."""
    for number, function in enumerate(view.facts.functions):
        if function.name == _OWN and function.class_ >= 0 and is_network(view.evaluator, view.module, function.class_):
            start = view.text.find(_OWN, function.start)
            yield Hit((start, start + len(_OWN)), number, v.CERTAIN, None, {}, "own", "own")
    for call in view.calls_of("torch.nn.Module.train", "torch.nn.Module.eval"):
        if view.in_graph(call.site.function):
            continue  # MA445
        mode = call.argument("mode")
        off = "torch.nn.Module.eval" in call.names or (mode and v.constants(view.value(mode.expression), "bool") == [False])
        value = view.text_of(mode) if mode else str(not off)
        yield view.hit(call, call.level, None, receiver=view.source((call.site.base_start, call.site.base_end)), value=value)

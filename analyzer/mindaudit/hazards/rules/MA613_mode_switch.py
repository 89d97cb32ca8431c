"""Switching modules between training and evaluation."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of train or eval on a module."""
    for call in view.calls_of("torch.nn.Module.train", "torch.nn.Module.eval"):
        mode = call.argument("mode")
        off = "torch.nn.Module.eval" in call.names or (mode and v.constants(view.value(mode.expression), "bool") == [False])
        value = view.text_of(mode) if mode else str(not off)
        yield view.hit(call, call.level, None, receiver=view.source((call.site.base_start, call.site.base_end)), value=value)

"""Builtins that the graph compiler fails on."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.base import FileView, Hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of map or next."""
    for call in view.calls_of("builtins.map", "builtins.next"):
        if view.in_graph(call.site.function):
            name = "map" if "builtins.map" in call.names else "next"
            fields = {"function": view.text_of(call.operand(0)), "iterable": view.text_of(call.operand(1))}
            yield view.hit(call, call.level, None, variant=name, construct=name, **fields)

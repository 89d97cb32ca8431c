"""Container methods that fail or differ in a graph."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.base import FileView, Hit


def check(view: FileView) -> Iterator[Hit]:
    """A hit is dict.pop or list.sort."""
    for call in view.calls_of("dict.pop", "list.sort"):
        if view.in_graph(call.site.function):
            name = "pop" if "dict.pop" in call.names else "sort"
            receiver = view.source((call.site.base_start, call.site.base_end))
            yield view.hit(call, call.level, None, variant=name, construct=name, receiver=receiver, key=view.text_of(call.operand(0)))

"""Containers of Python's library that networks fill."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where one is made."""
    for name in ("defaultdict", "deque"):
        for call in view.calls_of(f"collections.{name}"):
            if view.in_graph(call.site.function):
                yield view.hit(call, call.level, None, construct=name, name=name)

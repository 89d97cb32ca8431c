"""Reads of the class of a module in graph mode."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.modules import module_level


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `type(module)`."""
    for call in view.calls_of("builtins.type"):
        asked = call.operands[0] if len(call.operands) == 1 else None
        level = module_level(view, asked.expression) if asked and view.in_graph(call.site.function) else None
        if level is not None:
            yield view.hit(call, min(level, call.level), None)

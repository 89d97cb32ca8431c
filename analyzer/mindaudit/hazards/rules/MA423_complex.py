"""Complex numbers that a graph compiler sees."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a literal such as `2j`."""
    if "j" not in view.text.lower():
        return
    for node in view.syntax.nodes(ast.Constant):
        span = view.syntax.span(node)
        function = view.function_at(span[0])
        if isinstance(node.value, complex) and view.in_graph(function):
            yield Hit(span, function, v.CERTAIN, None, {})

"""Complex numbers that a graph compiler sees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v

_IMAGINARY = re.compile(r"[\d.][jJ]\b")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a literal such as `2j`."""
    if not _IMAGINARY.search(view.text):
        return
    for node in view.syntax.nodes(ast.Constant):
        if isinstance(node.value, complex):
            span = view.syntax.span(node)
            function = view.function_at(span[0])
            if view.in_graph(function):
                yield Hit(span, function, v.CERTAIN, None, {})

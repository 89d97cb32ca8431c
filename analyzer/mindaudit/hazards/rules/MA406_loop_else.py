"""else after a loop that a graph compiler sees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.values import domain as v

_ELSE: Final = re.compile(r"^[ \t]*(?P<word>else)\b", re.MULTILINE)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the word else."""
    functions = {event.function for event in compiled(view, "for_else", "while_else")}
    loops: list[ast.For | ast.While] = [*view.syntax.nodes(ast.For), *view.syntax.nodes(ast.While)] if functions else []
    for node in loops:
        number = view.function_at(view.syntax.span(node)[0])
        if node.orelse and number in functions:
            between = view.syntax.span(node.body[-1])[1], view.syntax.span(node.orelse[0])[0]
            if word := _ELSE.search(view.text, *between):
                yield Hit(word.span("word"), number, v.CERTAIN, None, {}, "", type(node).__name__.lower())

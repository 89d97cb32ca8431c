"""Lines of compiled functions that begin left of their `def`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import texts_with_lines
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is such a line, blank ones aside, of a function that the compiler reads by itself."""
    for number, function in view.compiled_functions:
        if not view.in_graph(view.facts.functions[number].parent):
            lines = [*_lines_at_margin(view, function)]
            texts = [view.syntax.span(text) for text in texts_with_lines(function)] if lines else []
            for span in lines:
                is_value = any(start < span[0] < end for start, end in texts)
                yield Hit(span, number, v.CERTAIN, None, {}, "text" if is_value else "")


def _lines_at_margin(view: FileView, function: ast.FunctionDef) -> Iterator[Span]:
    """The places of the lines that have less before them than the line of `def`, without what is blank around them."""
    start, end = view.syntax.span(function)
    margin = start - (view.text.rfind("\n", 0, start) + 1)
    position = start
    for line in view.text[start:end].split("\n"):
        stripped = line.strip()
        begin = position + len(line) - len(line.lstrip())
        if stripped and position > start and begin - position < margin:
            yield begin, begin + len(stripped)
        position += len(line) + 1

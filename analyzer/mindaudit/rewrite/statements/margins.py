"""Indents lines that begin left of their function, which graph mode does not support; lines inside of string values stay."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from mindaudit.hazards.queries.statements import texts_with_lines
from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import refused
from mindaudit.rewrite.text.lines import line_start
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA446"


def indented(text: str, hazards: Sequence[Hazard], places: Places) -> dict[Hazard, tuple[Span, str]]:
    """The text to insert before the lines: as many spaces as the function's body is indented."""
    told = refused(hazards, CODE).values()
    tree = parsed(text)
    functions = [node for node in nodes(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)] if told else []
    values = [places.span(node) for node in texts_with_lines(tree)] if told else []
    found: dict[Hazard, tuple[Span, str]] = {}
    for hazard in told:
        place = hazard.span[0]
        if any(start < place < end for start, end in values):
            continue
        around = [node for node in functions if places.span(node)[0] < place < places.span(node)[1]]
        body = max(around, key=lambda node: node.lineno).body[0]
        missing = body.col_offset - (place - line_start(text, place))
        found[hazard] = (place, place), " " * missing
    return found

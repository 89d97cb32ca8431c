"""Leaves out edits of a statement that together make a text that Python does not read, so that the rest of the file is rewritten."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.model import Span
from mindaudit.rewrite.text.edits import Edits, inside, spliced
from mindaudit.rewrite.text.lines import indent_before
from mindaudit.rewrite.text.trees import Offsets, nodes, parsed
from mindaudit.sources.syntax import or_none, parse_statements

REMARK = "the changes that this statement needs exclude each other: it stays as it is"


def leave_out_clashes(text: str, edits: Edits) -> None:
    """Takes the edits of the smallest statements that nobody could read out of those of a text that nobody can read; remarks tell."""
    if or_none(parse_statements, spliced(text, edits)) is not None:
        return
    for span in _statements(text):
        around = [(place, new) for place, new in edits.replaced if inside(place, [span])]
        if around and not _is_readable(text, span, around):
            edits.replaced = [each for each in edits.replaced if each not in around]
            edits.remarks.append((span[0], REMARK))


def _statements(text: str) -> Iterator[Span]:
    """The statements that begin a line, the smallest first."""
    offsets = Offsets(text)
    spans = [offsets.span(node) for node in nodes(parsed(text)) if isinstance(node, ast.stmt)]
    yield from sorted((each for each in spans if indent_before(text, each[0]) is not None), key=lambda span: span[1] - span[0])


def _is_readable(text: str, span: Span, replaced: list[tuple[Span, str]]) -> bool:
    """Whether a statement can be read once edits are made."""
    start = span[0] - len(indent_before(text, span[0]) or "")
    moved = [((place[0] - start, place[1] - start), new) for place, new in replaced]
    new = spliced(text[start : span[1]], Edits(moved))
    return or_none(parse_statements, f"if 1:\n{new}" if start < span[0] else new) is not None

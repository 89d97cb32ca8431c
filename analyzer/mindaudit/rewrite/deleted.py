"""`del` of names, which graphs refuse and have no use for: the statement goes, its comment stays."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.change import refused
from mindaudit.rewrite.edits import indent_before, is_last
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA404"


def without_deletions(text: str, hazards: Sequence[Hazard], places: Places) -> dict[Hazard, tuple[Span, str]]:
    """What to write for each of the hazards whose statement deletes names alone, and stands in a line of its own."""
    deleted = refused(hazards, CODE)
    found: dict[Hazard, tuple[Span, str]] = {}
    for block in _blocks(parsed(text)) if deleted else ():
        for statement in block:
            if isinstance(statement, ast.Delete) and all(isinstance(target, ast.Name) for target in statement.targets):
                hazard = deleted.get((places.span(statement.targets[0])[0], places.span(statement.targets[-1])[1]))
                change = _change(text, places.span(statement), len(block) == 1) if hazard else None
                if hazard and change:
                    found[hazard] = change
    return found


def _blocks(tree: ast.Module) -> Iterator[Sequence[ast.stmt]]:
    for node in nodes(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def _change(text: str, span: Span, alone: bool) -> tuple[Span, str] | None:
    """The place and the new text: nothing for a whole line, its comment, or `pass` where a block would be empty; None if more is there."""
    start, end = span
    indent, rest = indent_before(text, start), text[end:].partition("\n")[0]
    if indent is None or not is_last(text, end):
        return None
    if alone:
        return span, "pass"
    if rest.strip():
        return (start, end + len(rest) - len(rest.lstrip())), ""
    return (start - len(indent), min(end + len(rest) + 1, len(text))), ""

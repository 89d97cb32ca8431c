"""Removes `del` of names, which graph mode does not support or need; the statement's comment stays. `del xs[i]` becomes `xs.pop(i)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import refused
from mindaudit.rewrite.text.lines import without_statement
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes, parsed

CODE = "MA404"


def without_deletions(text: str, hazards: Sequence[Hazard], places: Places) -> dict[Hazard, tuple[Span, str]]:
    """The edits that remove statements which delete only names and have a line of their own, by hazard."""
    deleted = refused(hazards, CODE)
    found: dict[Hazard, tuple[Span, str]] = {}
    for statement, alone in _deletions(parsed(text)) if deleted else ():
        hazard = deleted.get((places.span(statement.targets[0])[0], places.span(statement.targets[-1])[1]))
        change = without_statement(text, places.span(statement), alone) if hazard else None
        if hazard and change:
            found[hazard] = change
    for node in nodes(parsed(text)) if deleted else ():
        hazard = deleted.get(places.span(node.targets[0])) if isinstance(node, ast.Delete) and len(node.targets) == 1 else None
        if isinstance(node, ast.Delete) and hazard and hazard.mitigation and hazard.mitigation.code:
            found[hazard] = places.span(node), hazard.mitigation.code
    return found


def _deletions(tree: ast.Module) -> Iterator[tuple[ast.Delete, bool]]:
    """The statements that delete names alone, with whether their block has nothing but deletions."""
    for block in (block for node in nodes(tree) for block in blocks(node)):
        alone = all(isinstance(statement, ast.Delete) for statement in block)
        for statement in block:
            if isinstance(statement, ast.Delete) and all(isinstance(target, ast.Name) for target in statement.targets):
                yield statement, alone

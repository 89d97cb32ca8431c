"""Gives a second name to functions that a method of the same name calls, since graph mode does not find them by their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

CODE = "MA448"
_DEFINITIONS = (ast.FunctionDef, ast.Import, ast.ImportFrom)


def own_names(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The names, of functions that the file defines or imports above a class at its top level."""
    told = refused(hazards, CODE)
    tree = parsed(text)
    names = {node.id for node in nodes(tree) if isinstance(node, ast.Name)} if told else set()
    for place, body in enumerate(tree.body) if told else ():
        known = {name for node in tree.body[:place] if isinstance(node, _DEFINITIONS) for name in _defined(node)}
        line = places.span(body)[0]
        reads = [node for node in ast.walk(body) if isinstance(node, ast.Name) and places.span(node) in told]
        if not isinstance(body, ast.ClassDef) or body.decorator_list or indent_before(text, line) != "":
            continue
        first: set[str] = set()
        for node in reads:
            other = f"{node.id}_function"
            if node.id in known and other not in names:
                span, alias = places.span(node), (line, f"{other} = {node.id}{newline(text) * 3}")
                yield Change(span, ((span, other),), told[span], line=None if node.id in first else alias)
                first.add(node.id)


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in aliases)

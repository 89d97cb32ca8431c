"""Queries for the rules about graph-mode syntax: the statements that a graph compiler sees."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import domain as v


def compiled(view: FileView, *kinds: str) -> Iterator[Event]:
    """The events of these kinds in functions that a forward reaches."""
    return (event for event in view.events(*kinds) if view.in_graph(event.function))


def keyword_hit(view: FileView, event: Event, word: str, *, construct: str = "", **fields: str) -> Hit:
    """A hit on a statement's keyword, which stands at the event's start or shortly before it."""
    before = view.text[: event.start + len(word) + 1]
    *_, start = (event.start, *(found.start() for found in re.finditer(rf"\b{re.escape(word)}(?!\w)", before)))
    span = start, start + len(word)
    return Hit(span, event.function, v.CERTAIN, None, fields, "", construct)


def texts_with_lines(tree: ast.AST) -> Iterator[ast.expr]:
    """The texts of several lines that are values: all but docstrings and other statements that are a text alone."""
    alone = {id(node.value) for node in nodes_in(tree) if isinstance(node, ast.Expr)}
    for node in nodes_in(tree):
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
        if isinstance(node, ast.expr) and is_text and id(node) not in alone and node.lineno != node.end_lineno:
            yield node

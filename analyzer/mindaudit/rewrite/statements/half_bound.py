"""Binds to None, before a branch or loop, the names that only one side of it binds and that a network reads later, as graph mode needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import refused
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes, parsed

CODE = "MA427"
_STARTS = ("if", "for", "while")
_LOOPS = (ast.For, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def bound_before(text: str, hazards: Sequence[Hazard], places: Places) -> dict[Hazard, tuple[Span, str]]:
    """The lines to insert for those hazards that can be mended so."""
    reads = refused(hazards, CODE)
    found: dict[Hazard, tuple[Span, str]] = {}
    for function in nodes(parsed(text)) if reads else ():
        if isinstance(function, _FUNCTIONS):
            for name in _names(function):
                hazard = reads.get(places.span(name))
                branch = _branch(function, name) if hazard else None
                start = places.span(branch)[0] if branch else 0
                indent = indent_before(text, start) if branch and text.startswith(_STARTS, start) else None
                if hazard and indent is not None:
                    place = start - len(indent)
                    found[hazard] = (place, place), f"{indent}{name.id} = None{newline(text)}"
    return found


def _names(function: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Name))


def _branch(function: ast.FunctionDef | ast.AsyncFunctionDef, read: ast.Name) -> ast.stmt | None:
    """The first statement that binds the name of a read, where that is a branch or a loop in a block around the read, or a loop around it.

    Inside of a loop nothing may be bound anew: the next round may read what the last one left.
    """
    block: Sequence[ast.stmt] = function.body
    while True:
        binding = next((statement for statement in block if _binds(statement, read.id)), None)
        if isinstance(binding, _LOOPS):
            return binding
        if binding is None or not _holds(binding, read):
            return binding if isinstance(binding, ast.If) else None
        block = next((part for part in blocks(binding) if any(_holds(each, read) for each in part)), [])


def _holds(statement: ast.stmt, read: ast.Name) -> bool:
    return any(node is read for node in ast.walk(statement))


def _binds(statement: ast.stmt, name: str) -> bool:
    return any(node.id == name and isinstance(node.ctx, ast.Store) for node in _names(statement))

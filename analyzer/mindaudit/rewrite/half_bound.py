"""Names that one side of a branch binds and a network reads later: they are bound to None in front of the branch, as graphs ask for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.edits import newline
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.trees import nodes, parsed

CODE = "MA427"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def bound_before(text: str, hazards: Sequence[Hazard], places: Places) -> dict[Hazard, tuple[Span, str]]:
    """What to insert for each of the hazards that can be mended so."""
    reads = {each.span: each for each in hazards if each.code == CODE and each.severity == "error"}
    found: dict[Hazard, tuple[Span, str]] = {}
    for function in nodes(parsed(text)) if reads else ():
        if isinstance(function, _FUNCTIONS):
            for name in _names(function):
                hazard = reads.get(places.span(name)) if isinstance(name.ctx, ast.Load) else None
                branch = _branch(function, name) if hazard else None
                if hazard and branch and (place := _line_start(text, places.span(branch)[0])) is not None:
                    indent = text[place : places.span(branch)[0]]
                    found[hazard] = (place, place), f"{indent}{name.id} = None{newline(text)}"
    return found


def _names(function: ast.AST) -> Iterator[ast.Name]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Name))


def _branch(function: ast.FunctionDef | ast.AsyncFunctionDef, read: ast.Name) -> ast.If | None:
    """The first statement that binds the name of a read, where that is a branch in a block around the read."""
    block: Sequence[ast.stmt] = function.body
    while True:
        binding = next((statement for statement in block if _binds(statement, read.id)), None)
        if binding is None or not any(node is read for node in ast.walk(binding)):
            return binding if isinstance(binding, ast.If) else None
        blocks = [part for part in (getattr(binding, field, []) for field in ("body", "orelse", "finalbody")) if part]
        block = next((part for part in blocks if any(node is read for each in part for node in ast.walk(each))), [])


def _binds(statement: ast.stmt, name: str) -> bool:
    return any(node.id == name and isinstance(node.ctx, ast.Store) for node in _names(statement))


def _line_start(text: str, start: int) -> int | None:
    """Where the line of a statement starts, if nothing stands before the statement and it is no `elif`."""
    first = text.rfind("\n", 0, start) + 1
    return first if not text[first:start].strip() and text.startswith("if", start) else None

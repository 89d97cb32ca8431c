"""Methods that call a function of their own name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.bindings import bound_in
from mindaudit.resolve.values import domain as v


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the name in a compiled method, where Python finds the function of the file and the compiler the method."""
    for number, function in view.compiled_functions:
        known = view.facts.functions[number]
        is_method = known.class_ >= 0 and known.name == function.name
        names = [*_reads(function)] if is_method and view.source((known.start, known.end)).count(known.name) > 1 else []
        for name in names if names and not _is_bound(function) else ():
            yield Hit(view.syntax.span(name), number, v.CERTAIN, None, {"name": function.name})


def _is_bound(function: ast.FunctionDef) -> bool:
    """Whether the name is a parameter or a local name of the method."""
    given = {node.arg for node in nodes_in(function) if isinstance(node, ast.arg)}
    return function.name in given or any(function.name in bound_in(statement) for statement in function.body)


def _reads(function: ast.FunctionDef) -> Iterator[ast.Name]:
    for statement in function.body:
        yield from (node for node in nodes_in(statement) if isinstance(node, ast.Name) and node.id == function.name)

"""The names in a file that neither the file nor Python binds."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.bindings import is_configured

_GIVEN = frozenset(
    {
        *dir(builtins),
        *("__file__", "__name__", "__doc__", "__path__", "__spec__", "__package__", "__loader__", "__class__", "__annotations__"),
    }
)
"""Names that Python binds in every module."""
_WRITERS = frozenset({"globals", "exec"})
"""What may bind names that the text does not show."""


def unbound(view: FileView) -> frozenset[str]:
    """The names that a file reads and that nothing in it binds; none where it imports a star, or may bind names another way."""
    facts = view.facts
    read = {each.name for each in facts.expressions if isinstance(each, ex.Name)}
    if facts.stars or read & _WRITERS:
        return frozenset()
    in_functions = (name for each in facts.functions for name in (*each.bindings, *(parameter.name for parameter in each.params)))
    return frozenset(read.difference(facts.exports, in_functions, (each.name for each in facts.classes), _GIVEN))


def names_read(node: ast.AST) -> Iterator[ast.Name]:
    """The names that compiling a function reads, in source order: not those of annotations, nor of branches that a setting decides."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node
    for part in _compiled(node):
        yield from names_read(part)


def _compiled(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.FunctionDef(body=body):
            yield from body
        case ast.ClassDef() | ast.AsyncFunctionDef():
            return
        case ast.If(test=test) if is_configured(test):
            return
        case ast.AnnAssign(target=target, value=value):
            yield from (part for part in (target, value) if part)
        case _:
            yield from ast.iter_child_nodes(node)

"""Names of a file that neither it nor Python binds anywhere."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.bindings import is_configured

_OF_MODULES = frozenset(
    {"__file__", "__name__", "__doc__", "__path__", "__spec__", "__package__", "__loader__", "__class__", "__annotations__"}
)
_WRITERS = frozenset({"globals", "exec"})
"""What may bind names that the text does not show."""


def unbound(view: FileView) -> frozenset[str]:
    """The names that a file reads and that nothing in it binds; none where it imports a star, or may bind names another way."""
    read, bound = set[str](), set[str]()
    for node in view.syntax.nodes(ast.AST):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                read.add(name)
            case (
                ast.Name(id=name)
                | ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                bound.add(name)
            case ast.alias(name=name, asname=renamed):
                bound.add((renamed or name).partition(".")[0])
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                bound.add(name)
    if view.facts.stars or read & _WRITERS:
        return frozenset()
    return frozenset(read - bound - _OF_MODULES - set(dir(builtins)))


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

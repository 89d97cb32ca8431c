"""The names of enclosing scopes that comprehensions and lambdas read."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.syntax import nodes_in

_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def names_around(node: ast.AST) -> frozenset[str]:
    """The names that comprehensions and lambdas in an expression read and neither bind themselves nor have from Python."""
    inner = [part for scope in _scopes(node) for part in nodes_in(scope)]
    names = [part for part in inner if isinstance(part, ast.Name)]
    own = {name.id for name in names if isinstance(name.ctx, ast.Store)} | {part.arg for part in inner if isinstance(part, ast.arg)}
    return frozenset(name.id for name in names if name.id not in own and not hasattr(builtins, name.id))


def _scopes(node: ast.AST) -> Iterator[ast.AST]:
    """The outermost lambdas, and the parts of the outermost comprehensions that Python evaluates inside of them."""
    if isinstance(node, ast.Lambda):
        yield node
    elif isinstance(node, _COMPREHENSIONS):
        first = node.generators[0]
        yield from (part for part in ast.iter_child_nodes(node) if part is not first)
        yield from (first.target, *first.ifs)
        yield from _scopes(first.iter)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _scopes(child)

"""Methods of NumPy's numbers in networks: the graph compiler makes numbers of its own of them, which have none.

Graph mode. `np.ceil(n).astype(int).item()` becomes `int(np.ceil(n))`.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_number_of_numpy, is_numpy
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes

_METHODS: Final = frozenset({"item", "astype"})
_REDUCTIONS: Final = frozenset({"max", "mean", "min", "prod", "sum"})
_KINDS: Final = ("int", "float", "bool")


def numpy_numbers(view: FileView, places: Places) -> Iterator[Change]:
    """The calls of `item` and `astype`: the number itself, or what Python's own type makes of it."""
    modules = {alias.asname or alias.name for node in nodes(places.tree) if isinstance(node, ast.Import) for alias in node.names}
    for site in view.facts.calls:
        callee = view.unnarrowed(site.callee)
        if isinstance(callee, ex.Attribute) and callee.name in _METHODS and view.in_graph(site.function) and is_numpy(view, callee.base):
            for node in view.syntax.at((site.start, site.end))[:1]:
                yield from _plain(node, places) if is_number_of_numpy(view, callee.base) or _is_reduced(node, modules) else ()


def _is_reduced(node: ast.AST, modules: Container[str]) -> bool:
    """Whether a method is called of all elements as one, `np.prod(x.shape).item()`, `x.sum().item()`; `modules` are NumPy and others."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Attribute(value=owner, attr=name), args=given, keywords=[]))):
            by_module = isinstance(owner, ast.Name) and owner.id in modules
            return name in _REDUCTIONS and len(given) == by_module
    return False


def _plain(node: ast.AST, places: Places) -> Iterator[Change]:
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr="item"), args=[]):
            yield Change(places.span(node), (((places.span(owner)[1], places.span(node)[1]), ""),))
        case ast.Call(func=ast.Attribute(value=owner, attr="astype"), args=[kind]) if name := _kind(kind):
            (start, end), behind = places.span(node), places.span(owner)[1]
            yield Change((start, end), (((start, start), f"{name}("), ((behind, end), ")")))


def _kind(node: ast.expr) -> str:
    """The type of Python that a dtype of NumPy begins with the name of: `np.int64`, `"float32"`; "" for another."""
    match node:
        case ast.Constant(value=str(name)) | ast.Name(id=name) | ast.Attribute(attr=name):
            return next((kind for kind in _KINDS if name.startswith(kind)), "")
    return ""

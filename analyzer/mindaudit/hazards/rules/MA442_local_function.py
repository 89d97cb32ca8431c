"""Lambdas in loops and for `vmap`, and functions inside of others with defaults that read local names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.bindings import bound_in
from mindaudit.resolve.values import domain as v

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a lambda in a `for` that is compiled, one in a call of `vmap`, and a default that reads an outer function's name."""
    yield from _mapped(view)
    for number, function in view.compiled_functions if _has_some(view) else ():
        if not view.in_graph(view.facts.functions[number].parent):
            for inner, in_loop in _functions(function, in_loop=False):
                if isinstance(inner, ast.Lambda) and in_loop:
                    yield Hit(view.syntax.span(inner), number, v.CERTAIN, None, {})
                for default in _defaults(inner) if _is_called(view, inner) else ():
                    if _reads_local(default, function):
                        yield Hit(view.syntax.span(default), number, v.CERTAIN, None, {}, "default", "default")


def _mapped(view: FileView) -> Iterator[Hit]:
    """Lambdas that `vmap` gets where they are written. Run by Python, it reads their source."""
    for call in view.calls_of("torch.vmap"):
        for operand in call.arguments("func"):
            if any(isinstance(node, ast.Lambda) for node in view.syntax.at(operand.span)[:1]):
                construct = "vmap" if view.in_graph(call.site.function) else "host"
                yield Hit(operand.span, call.site.function, v.CERTAIN, None, {}, "vmap", construct)


def _has_some(view: FileView) -> bool:
    """Whether a function of a graph holds a lambda, or a function with defaults."""
    inner = (function for function in view.facts.functions if function.parent >= 0 and view.in_graph(function.parent))
    return any("lambda" in function.flags or any(each.default >= 0 for each in function.params) for function in inner)


def _functions(node: ast.AST, in_loop: bool) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, bool]]:
    """The functions inside a node, with whether the innermost loop around them is a `for`."""
    body = node.body if isinstance(node, ast.For | ast.While) else []
    for child in ast.iter_child_nodes(node):
        looped = isinstance(node, ast.For) if any(child is each for each in body) else in_loop
        if isinstance(child, _FUNCTIONS):
            yield child, looped
        yield from _functions(child, looped)


def _is_called(view: FileView, function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool:
    body = function.body if isinstance(function, ast.Lambda) else function.body[0]
    return view.in_graph(view.function_at(view.syntax.span(body)[0]))


def _defaults(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Iterator[ast.expr]:
    yield from function.args.defaults
    yield from filter(None, function.args.kw_defaults)


def _reads_local(default: ast.expr, function: ast.FunctionDef) -> bool:
    """Whether a default reads a name that only the function around it knows; the compiler reads settings off `self`."""
    names = {node.id for node in nodes_in(default) if isinstance(node, ast.Name)}
    given = {node.arg for node in nodes_in(function) if isinstance(node, ast.arg)}
    bound = {name for statement in function.body for name in bound_in(statement)}
    return not names.isdisjoint((given | bound) - {"self"})

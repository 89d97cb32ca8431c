"""Wrappers of a decorator that graph mode ignores."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.queries.summary import wrappers
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.decorators import decorator_names
from mindaudit.resolve.values import domain as v

_STATEMENTS: Final = (ast.Assign, ast.Expr, ast.If, ast.Return, ast.Raise, ast.Assert, ast.Pass)
"""What a graph may leave out with a wrapper: it computes nothing that others see."""


def check(view: FileView) -> Iterator[Hit]:
    """Hits: `functools.wraps` over a function that a graph reaches, and that does not only pass on its arguments; wrappers of methods
    without it, and without a parameter for the method's object.
    """
    calls = {call.span: call for call in view.calls_of("functools.wraps")}
    for number, function in view.compiled_functions:
        over = [calls[span] for span in map(view.syntax.span, function.decorator_list) if span in calls]
        for call in over:
            name = view.text_of(call.operand(0))
            if not _only_passes_on(function, name):
                yield view.hit(call, v.CERTAIN, None, name=name, wrapper=function.name)
        if (
            not over
            and function.args.vararg
            and not (function.args.args or function.args.posonlyargs)
            and _is_around_a_method(view, number)
        ):
            start = view.facts.functions[number].start
            yield Hit((start, start + len(function.name)), number, v.CERTAIN, None, {"name": function.name}, "object", "object")


def _is_around_a_method(view: FileView, number: int) -> bool:
    """Whether a decorator puts a function in the place of a method of a graph."""
    place, contexts = (view.module, number), view.project.contexts
    callers = (caller for caller in contexts.parents if place in contexts.summaries[caller[0]].edges.get(caller[1], ()))
    return any(_has_object(view.evaluator, *caller) and place in wrappers(view.evaluator, *caller) for caller in callers)


def _has_object(evaluator: Evaluator, module: int, number: int) -> bool:
    is_method = evaluator.function(module, number).class_ >= 0
    return is_method and "staticmethod" not in decorator_names(evaluator, module, number)


def _only_passes_on(wrapper: ast.FunctionDef, wrapped: str) -> bool:
    """Whether a wrapper returns what the wrapped function gives for the wrapper's own arguments, and changes nothing."""
    inside = [node for statement in wrapper.body for node in nodes_in(statement)]
    if not all(isinstance(node, _STATEMENTS) for node in inside if isinstance(node, ast.stmt)) or any(map(_stores, inside)):
        return False
    names = [node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    given = {ast.unparse(target): node.value for node in inside if isinstance(node, ast.Assign) for target in node.targets}
    results = [node.value for node in inside if isinstance(node, ast.Return) and node.value]
    values = [given.get(each.id, each) if isinstance(each, ast.Name) and names.count(each.id) == 1 else each for each in results]
    wanted = f"{wrapped}({_own_arguments(wrapper.args)})"
    own = {node.arg for node in nodes_in(wrapper.args) if isinstance(node, ast.arg)}
    return bool(values) and own.isdisjoint(names) and {ast.unparse(each) for each in values} == {wanted}


def _stores(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)


def _own_arguments(parameters: ast.arguments) -> str:
    """What passes a function's own arguments on."""
    plain = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    rest = [f"*{parameters.vararg.arg}"] if parameters.vararg else []
    named = [f"{each.arg}={each.arg}" for each in parameters.kwonlyargs]
    more = [f"**{parameters.kwarg.arg}"] if parameters.kwarg else []
    return ", ".join((*plain, *rest, *named, *more))

"""Builtins that the graph compiler fails on."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.closures import names_around
from mindaudit.hazards.queries.reading import NUMBERS
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v

_LEFT_TO_PYTHON: Final = ("all", "any", "reversed", "sorted")
"""Python runs them when the compiled graph runs, and the names of the function around them are not there."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call of next, of map with a closure or with partial over tuples, of zip with `strict`, of round with a number alone,
    or of all, any, reversed or sorted with a comprehension or lambda that reads other names than its own.

    A closure is a lambda or nested function that reads names of others.
    """
    partials = {call.span for call in view.calls_of("functools.partial")}
    for call in view.calls_of("builtins.map", "builtins.next"):
        name = "map" if "builtins.map" in call.names else "next"
        over_tuples = _maps_partial(view, call, partials)
        if view.in_graph(call.site.function) and (name == "next" or over_tuples or _maps_closure(view, call)):
            variant = name if name == "next" or len(call.operands) == 2 else ""
            fields = _comprehension(view, call) if variant == "map" else {}
            yield view.hit(call, call.level, None, variant=variant, construct="partial" if over_tuples else name, **fields)
    for call in view.calls_of("builtins.round"):
        if view.in_graph(call.site.function) and len(call.site.arguments) == 1 and _is_number(view, call):
            yield view.hit(call, call.level, None, variant="round", construct="round")
    for call in view.calls_of("builtins.zip"):
        if view.in_graph(call.site.function) and any(argument.keyword == "strict" for argument in call.site.arguments):
            yield view.hit(call, call.level, None, variant="zip", construct="zip")
    for name in _LEFT_TO_PYTHON:
        for call in view.calls_of(f"builtins.{name}"):
            if view.in_graph(call.site.function) and _reads_around(view, call):
                yield view.hit(call, call.level, None, variant="python", construct=name)


def _reads_around(view: FileView, call: Call) -> bool:
    """Whether a comprehension or lambda in the arguments reads a name from around it; builtins are there wherever it runs."""
    match view.syntax.at(call.span)[:1]:
        case [ast.Call() as node]:
            return any(names_around(argument) for argument in (*node.args, *node.keywords))
    return False


def _is_number(view: FileView, call: Call) -> bool:
    """Whether what is rounded is certainly a number, as a tensor is rounded well."""
    atoms = [atom for operand in call.operands for atom in view.value(operand.expression).atoms]
    return bool(atoms) and all(v.type_name(atom) in NUMBERS for atom in atoms)


def _comprehension(view: FileView, call: Call) -> dict[str, str]:
    """The parts of a comprehension that does what `map` does with one iterable: a lambda's body, or a call of the function."""
    function, iterable = (view.text_of(operand) for operand in call.operands)
    match view.syntax.at(call.operands[0].span)[:1]:
        case [ast.Lambda(args=ast.arguments(posonlyargs=[], args=[only], kwonlyargs=[], vararg=None, kwarg=None, defaults=[])) as mapped]:
            return {"element": view.syntax.source(mapped.body), "item": only.arg, "iterable": iterable}
    return {"element": f"({function})(item)", "item": "item", "iterable": iterable}


def _maps_partial(view: FileView, call: Call, partials: Collection[Span]) -> bool:
    """Whether the mapped function is a `partial`, and what it is mapped over holds tuples or lists."""
    match [view.syntax.at(operand.span)[:1] for operand in call.operands]:
        case [[ast.Call()], [ast.Tuple(elts=items) | ast.List(elts=items)]] if call.operands[0].span in partials:
            return any(isinstance(item, ast.Tuple | ast.List) for item in items)
    return False


def _maps_closure(view: FileView, call: Call) -> bool:
    """Whether the mapped lambda or nested function reads a name that is not its own: to the compiler a global or builtin is one, too.

    The object that the method belongs to is no such name.
    """
    mapped = call.operand(0)
    e = view.expression(mapped.expression) if mapped else None
    if not isinstance(e, ex.FunctionValue):
        return False
    inner, outer = view.facts.functions[e.function], view.facts.functions[call.site.function]
    if inner.parent != call.site.function:
        return False
    own = {*(param.name for param in inner.params), *inner.bindings, *(param.name for param in outer.params[:1] if outer.class_ >= 0)}
    return any(isinstance(node, ast.Name) and node.id not in own for part in _body(view, inner) for node in ast.walk(part))


def _body(view: FileView, function: Function) -> Sequence[ast.AST]:
    """What runs when a lambda or a nested function is called."""
    match view.syntax.at((function.start, function.end))[:1]:
        case [ast.Lambda(body=body)]:
            return [body]
    named = (each for each in view.syntax.functions() if each.name == function.name)
    return next((each.body for each in named if view.syntax.span(each)[1] == function.end), ())

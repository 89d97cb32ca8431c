"""Calls of `map` that graph mode does not support."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final, NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Function
from mindaudit.hazards.framework.call import Call, Operand
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.held_partials import call_behind, calls_module, is_alone, may_hold_tensor, read_at
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom

_REFUSED: Final = frozenset({"torch.nn.ParameterList", "torch.nn.Sequential"})
"""Containers that other loops take."""


class Failure(NamedTuple):
    """Why a call fails, as the table of severities names it, and how sure that is."""

    construct: str
    level: int


def fails(view: FileView, call: Call) -> Failure | None:
    """How a call of `map` in graph mode fails; None if it works."""
    if _maps_partial(view, call):
        return Failure("partial", v.CERTAIN)
    if _maps_held(view, call):
        return Failure("held", v.LIKELY)
    if _maps_closure(view, call):
        return Failure("map", v.CERTAIN)
    kinds = [_kind(view, operand) for operand in call.operands[1:]]
    if "refused" in kinds:
        return Failure("map_over", v.LIKELY)
    if len(set(kinds)) > 1:
        return Failure("map_kinds", v.POSSIBLE if "" in kinds else v.LIKELY)
    return None


def _kind(view: FileView, iterable: Operand) -> str:
    """The type of an iterable for the compiler: "list", "tuple", "refused" for an unsupported one; "" if it is not known."""
    value = view.value(iterable.expression)
    kinds = {_kind_of(atom) for atom in value.atoms if not isinstance(atom, at.Grown)}
    return "" if value.open or len(kinds) != 1 else kinds.pop()


def _kind_of(atom: Atom) -> str:
    match atom:
        case at.Instance(name):
            return "refused" if name in _REFUSED else "tuple" if name == "torch.nn.ModuleList" else ""
        case at.Tensor():
            return "refused"
        case at.Items():
            return "list"
        case at.Tuple():
            return "tuple"
    return ""


def comprehension(view: FileView, call: Call) -> dict[str, str]:
    """The parts of a comprehension that does what `map` does with one iterable: a lambda's body, or a call of the function."""
    function, iterable = (view.text_of(operand) for operand in call.operands)
    match view.syntax.at(call.operands[0].span)[:1]:
        case [ast.Lambda(args=ast.arguments(posonlyargs=[], args=[only], kwonlyargs=[], vararg=None, kwarg=None, defaults=[])) as mapped]:
            return {"element": view.syntax.source(mapped.body), "item": only.arg, "iterable": iterable}
    held = read_at(view, call.site.function, call.operands[0].span)
    element = call_behind(view, held, ["item"], {}) if held else ""
    return {"element": element or f"({function})(item)", "item": "item", "iterable": iterable}


def _maps_partial(view: FileView, call: Call) -> bool:
    """Whether the mapped function is a `partial`, and what it is mapped over holds tuples or lists."""
    match [view.syntax.at(operand.span)[:1] for operand in call.operands]:
        case [[ast.Call()], [ast.Tuple(elts=items) | ast.List(elts=items)]]:
            is_partial = any(each.span == call.operands[0].span for each in view.calls_of("functools.partial"))
            return is_partial and any(isinstance(item, ast.Tuple | ast.List) for item in items)
    return False


def _maps_held(view: FileView, call: Call) -> bool:
    """Whether the mapped function is a `partial` that may hold a tensor, or one of several of the same function."""
    held = read_at(view, call.site.function, call.operands[0].span) if call.operands else None
    if held is None or calls_module(view, held):
        return False
    return may_hold_tensor(view, held) or not is_alone(view, call.site.function, held)


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
    return any(isinstance(node, ast.Name) and node.id not in own for part in _body(view, inner) for node in nodes_in(part))


def _body(view: FileView, function: Function) -> Sequence[ast.AST]:
    """What runs when a lambda or a nested function is called."""
    match view.syntax.at((function.start, function.end))[:1]:
        case [ast.Lambda(body=body)]:
            return [body]
    named = (each for each in view.syntax.functions if each.name == function.name)
    return next((each.body for each in named if view.syntax.span(each)[1] == function.end), ())

"""Networks with items of their own, which a graph asks Python for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.queries.special_methods import GOING_OVER, ITEM, ITERATE, special_methods
from mindaudit.resolve.symbols.class_hierarchy import is_network_object
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_PLAIN: Final = frozenset({"bool", "float", "int", "str"})


def check(view: FileView) -> Iterator[Hit]:
    """Hits: an item of a network that has a `__getitem__`, and a network with an `__iter__` where something goes over it."""
    for site in view.reads("subscript"):
        e = view.expression(site.expression)
        if not view.in_graph(site.function) or not isinstance(e, ex.Subscript) or _is_plain(view, view.value(site.expression)):
            continue
        if special_methods(view.evaluator, view.module, e.base, ITEM):
            span = site.start, site.end
            yield Hit(span, site.function, v.CERTAIN, None, {"code": _item(view, span)})
    known = dict(_spans(view))
    for compiled in view.compiled_functions:
        for node in nodes_in(compiled.node):
            for each in _gone_over(node):
                span = view.syntax.span(each)
                if view.function_at(span[0]) == compiled.number and (index := known.get(span)) is not None:
                    yield from _iteration(view, span, index, compiled.number)


def _iteration(view: FileView, span: Span, index: int, function: int) -> Iterator[Hit]:
    """The hit of a network that something goes over."""
    methods = special_methods(view.evaluator, view.module, index, ITERATE)
    if methods and not _is_plain(view, element(view.evaluator, view.value(index))):
        yield Hit(span, function, v.CERTAIN, None, {"code": f"{view.receiver(span)}.{ITERATE}()"}, "iteration")


def _spans(view: FileView) -> Iterator[tuple[Span, int]]:
    """The places of attributes, arguments and what loops go over, with their expressions."""
    yield from (((site.start, site.end), site.expression) for site in view.reads("attribute"))
    for event in view.events("for"):
        yield (event.start, event.end), event.expressions[0]
    for call in view.facts.calls:
        yield from (((each.start, each.end), each.expression) for each in call.arguments)


def _gone_over(node: ast.AST) -> Iterator[ast.expr]:
    """What a statement or an expression goes over."""
    match node:
        case ast.For(iter=each) | ast.comprehension(iter=each) | ast.Assign(targets=[ast.Tuple() | ast.List()], value=each):
            yield each
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in GOING_OVER:
            yield from arguments
        case ast.Starred(value=each):
            yield each


def _item(view: FileView, span: Span) -> str:
    """The call of the method; "" where the place is no plain index."""
    match view.syntax.at(span)[:1]:
        case [ast.Subscript(value=owner, slice=index)]:
            return f"{view.syntax.receiver(owner)}.{ITEM}({_key(view, index)})"
    return ""


def _key(view: FileView, index: ast.expr) -> str:
    """An index as an argument."""
    match index:
        case ast.Slice(lower=lower, upper=upper, step=step):
            return f"slice({', '.join('None' if each is None else view.syntax.source(each) for each in (lower, upper, step))})"
        case ast.Tuple(elts=parts):
            return f"({', '.join(_key(view, each) for each in parts)},)"
    return view.syntax.source(index)


def _is_plain(view: FileView, value: Value) -> bool:
    """Whether an item is known to be a module, a number or a text, of which no gradient is lost."""
    return bool(value.atoms) and not value.open and all(_is_module(view, each) or v.type_name(each) in _PLAIN for each in value.atoms)


def _is_module(view: FileView, atom: Atom) -> bool:
    return isinstance(atom, at.Instance) or is_network_object(view.evaluator, atom)

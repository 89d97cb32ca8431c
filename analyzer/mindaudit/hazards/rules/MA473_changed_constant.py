"""Tensors of constants that a graph changes in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts.records import ArgumentSite, CallSite
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.masked_changes import CHANGING
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_WRITTEN_OUT: Final = frozenset(
    f"torch.{name}" for name in ("tensor", "as_tensor", "asarray", "scalar_tensor", "from_numpy", "Tensor", "FloatTensor")
)
_FILLED: Final = frozenset(f"torch.{name}" for name in ("zeros", "ones", "full", "empty", "arange", "linspace", "eye"))
_DISPLAYS = (ast.Dict, ast.List, ast.Tuple, ast.ListComp, ast.DictComp)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `t += x` in a network where its function makes `t`, or the dict or list that holds it, of constants."""
    changing = [(number, function, changes) for number, function in view.compiled_functions if (changes := _changes(function))]
    if not changing:
        return
    made = {(call.site.start, call.site.end): call.names for call in view.calls}
    handed = set(_handed(view, made))
    hits: dict[Span, Hit] = {}  # what is in a function is also in the one around it
    for number, function, changes in changing:
        held, kept = _constants(view, function, made)
        held |= {name for other, name in handed if other == number}
        for node in changes:
            target = node.target
            match target:
                case ast.Name(name):
                    is_constant = name in held
                case ast.Subscript(value=ast.Name(name), slice=ast.Constant() | ast.Name()):
                    is_constant = name in kept
                case _:
                    is_constant = False
            if is_constant:
                span = view.syntax.span(node)
                text = view.syntax.source(target)
                value = view.syntax.receiver(node.value)
                code = f"{text} = {text} {CHANGING[type(node.op)]} {value}"
                hits[span] = Hit(span, number, v.CERTAIN, None, {"target": text, "code": code}, replaces=span)
    yield from hits.values()


def _changes(function: ast.FunctionDef) -> list[ast.AugAssign]:
    return [node for node in nodes_in(function) if isinstance(node, ast.AugAssign) and type(node.op) in CHANGING]


def _handed(view: FileView, made: dict[Span, frozenset[str]]) -> Iterator[tuple[int, str]]:
    """The functions of the file that networks call with constants, each with the name of the parameter that gets one."""
    for site in (site for site in view.facts.calls if site.arguments and view.in_graph(site.function)):
        atoms = (atom for atom in view.value(site.callee).atoms if isinstance(atom, at.Function | at.Method))
        called = [atom for atom in atoms if atom.module == view.module]
        given = [*_constant_arguments(view, site, made)] if called else []
        for atom in called if given else ():
            parameters = view.facts.functions[atom.number].params[isinstance(atom, at.Method) :]
            for place, each in given:
                yield atom.number, each.keyword or (parameters[place].name if place < len(parameters) else "")


def _constant_arguments(view: FileView, site: CallSite, made: dict[Span, frozenset[str]]) -> Iterator[tuple[int, ArgumentSite]]:
    """The arguments of a call that are constants, each with its place."""
    for place, each in enumerate(site.arguments):
        node = next(iter(view.syntax.at((each.start, each.end))), None)
        if isinstance(node, ast.expr) and _is_constant(view, node, made):
            yield place, each


def _constants(view: FileView, function: ast.FunctionDef, made: dict[Span, frozenset[str]]) -> tuple[set[str], set[str]]:
    """The names that a function binds to tensors of constants, and those that it binds to dicts and lists of some."""
    held, kept = set[str](), set[str]()
    for node in nodes_in(function):
        for name, value in _bindings(node):
            if _is_constant(view, value, made):
                held.add(name)
            elif isinstance(value, _DISPLAYS) and any(
                _is_constant(view, part, made) for part in nodes_in(value) if isinstance(part, ast.Call)
            ):
                kept.add(name)
    return held, kept


def _bindings(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if len(targets) == len(values):
            yield from ((target.id, value) for target, value in zip(targets, values, strict=True) if isinstance(target, ast.Name))
        case ast.Assign(targets=targets, value=value):
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
            yield name, value


def _is_constant(view: FileView, node: ast.expr, made: dict[Span, frozenset[str]], of: frozenset[str] = _WRITTEN_OUT) -> bool:
    """Whether the compiler computes an expression: numbers written out as a tensor, or a filled one that is cast or shaped."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return any(_is_constant(view, each, made, of) for each in (body, orelse))
        case ast.BinOp(left=left, right=right):
            sides = [_is_constant(view, each, made, of) for each in (left, right)]
            return any(sides) and all(side or isinstance(each, ast.Constant) for side, each in zip(sides, (left, right), strict=True))
        case ast.Call(func=function):
            names = made.get(view.syntax.span(node), frozenset())
            if names & of:
                return not any(isinstance(part, ast.Call) for each in node.args for part in nodes_in(each)) or bool(names & _FILLED)
            is_method = any(name.startswith("torch.Tensor.") for name in names)
            return is_method and isinstance(function, ast.Attribute) and _is_constant(view, function.value, made, _WRITTEN_OUT | _FILLED)
    return False

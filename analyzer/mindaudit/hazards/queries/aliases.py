"""The other names of an object, as far as the enclosing function shows them, and whether they are used again."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.hazards.framework.syntax import nodes_in

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_SAME_ITEMS: Final = frozenset({"reversed", "list", "tuple", "iter", "values", "items"})
"""Functions and methods that give the items of what they get."""


def root(node: ast.AST) -> ast.Name | ast.Attribute | None:
    """The name or attribute of which an expression is an item, or an item of an item."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node if isinstance(node, ast.Name | ast.Attribute) else None


def used_again(path: Sequence[ast.AST], name: str, added: bool = False) -> bool:
    """Whether a function reads a name after a place, or anywhere in a loop around the place that does not bind the name anew.

    `path`: the node at the place and all around it, from the inside. A statement that binds the name itself uses it no more, and of a
    tensor of which a part is given away, other parts are the same. Where items are only `added`, numbered ones are the same.
    """
    number = next((number for number, node in enumerate(path) if isinstance(node, _FUNCTIONS)), None)
    if number is None or rebinds(path, name):
        return False
    function, inner = path[number], path[:number]
    loops = [node for node in inner if isinstance(node, _LOOPS) and name not in _stored(node)]
    parts = {id(node.value): node.slice for node in nodes_in(function) if isinstance(node, ast.Subscript)}
    for read in (node for node in nodes_in(function) if _is_read(node, name)):
        binding = _last_binding(function, read, name)
        is_later = _is_behind(read, path[0]) and not (binding and _is_behind(binding, path[0]))
        is_next = any(_holds(each, read) for loop in loops for each in loop.body)
        part = parts.get(id(read))
        if (is_later or is_next) and not (part and _is_another(part, path[0], added)):
            return True
    return False


def rebinds(path: Sequence[ast.AST], name: str) -> bool:
    """Whether the statement around a place binds a name anew, or stores what the node there is."""
    simple = next((node for node in path if isinstance(node, ast.stmt) and not hasattr(node, "body")), None)
    if not isinstance(simple, ast.Assign) or any(path[0] is target for target in simple.targets):
        return False
    return name in _stored(simple) or (isinstance(path[0], ast.Subscript) and ast.unparse(path[0]) in map(ast.unparse, simple.targets))


def _is_another(part: ast.expr, place: ast.AST, added: bool) -> bool:
    """Whether a part that is read is not among those that change."""
    if isinstance(place, ast.Subscript):
        return ast.unparse(part) != ast.unparse(place.slice)
    return added and isinstance(part, ast.Constant) and isinstance(part.value, int)


def other_holders(path: Sequence[ast.AST], name: str) -> Iterator[ast.expr]:
    """What else holds the thing of a name at a place and is used again; of attributes nobody knows whether they are."""
    function = next((node for node in path if isinstance(node, _FUNCTIONS)), None)
    if function is None:
        return
    binding = _last_binding(function, path[0], name)
    for other in _held_by(binding, name) if binding else ():
        owner = root(other)
        if isinstance(owner, ast.Attribute) or (owner and owner.id != name and _still_holds(function, path, owner.id, binding)):
            yield other
    for copy, bound in _copies(function, path[0], name):
        is_newer = binding is None or _start(bound) > _start(binding)
        if is_newer and _last_binding(function, path[0], copy.id) is bound and used_again(path, copy.id):
            yield copy


def _still_holds(function: ast.AST, path: Sequence[ast.AST], other: str, binding: ast.stmt | None) -> bool:
    """Whether a name from which a statement took a thing holds it at a later place, and is used again."""
    last = _last_binding(function, path[0], other)
    return (last is None or last is binding or (binding is not None and _start(last) < _start(binding))) and used_again(path, other)


def is_changed_from_inside(path: Sequence[ast.AST], name: str) -> bool:
    """Whether a name at a place belongs to a function around the innermost one, which reads it elsewhere."""
    functions = [node for node in path if isinstance(node, _FUNCTIONS)]
    owner = next((node for node in functions if name in own_names(node)), None)
    if owner is None or owner is functions[0]:
        return False
    return any(_is_read(node, name) and not _holds(functions[0], node) for node in nodes_in(owner))


def own_names(function: ast.AST) -> set[str]:
    """The parameters of a function and the names that it binds."""
    return _stored(function) | {node.arg for node in nodes_in(function) if isinstance(node, ast.arg)}


def _stored(node: ast.AST) -> set[str]:
    return {inner.id for inner in nodes_in(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}


def _is_read(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _last_binding(function: ast.AST, place: ast.AST, name: str) -> ast.stmt | None:
    """The last statement before a place that binds a name to something else; operators that change a thing leave it the same.

    What stands in the other branch of an `if` is not before it.
    """
    found = (node for node in nodes_in(function) if isinstance(node, ast.Assign | ast.AnnAssign | ast.For | ast.With))
    before = [node for node in found if _start(node) < _start(place) and name in _stored_by(node)]
    return max((node for node in before if not _are_apart(function, node, place)), key=_start, default=None)


def _are_apart(function: ast.AST, one: ast.AST, other: ast.AST) -> bool:
    """Whether two nodes stand in different branches of one `if`."""
    branches = [node for node in nodes_in(function) if isinstance(node, ast.If) and _holds(node, one) and _holds(node, other)]
    return any(any(_holds(each, one) for each in node.body) != any(_holds(each, other) for each in node.body) for node in branches)


def _copies(function: ast.AST, place: ast.AST, name: str) -> Iterator[tuple[ast.Name, ast.stmt]]:
    """The names that take the thing of a name before a place, with the statements that give it to them."""
    for node in nodes_in(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=other) as target], value=ast.Name(id=own)) if own == name != other:
                if _start(node) < _start(place):
                    yield target, node


def _stored_by(statement: ast.stmt) -> set[str]:
    """The names that the head of a statement binds."""
    match statement:
        case ast.Assign(targets=targets):
            return {name for target in targets for name in _stored(target)}
        case ast.AnnAssign(target=target) | ast.For(target=target):
            return _stored(target)
        case ast.With(items=items):
            return {name for item in items if item.optional_vars for name in _stored(item.optional_vars)}
    return set()


def _held_by(binding: ast.stmt, name: str) -> Iterator[ast.expr]:
    """What holds the thing that a statement gives a name, or may."""
    match binding:
        case ast.Assign(targets=targets, value=value):
            if any(_names(target, name) for target in targets):
                yield from (target for target in targets if not _names(target, name) and not isinstance(target, ast.Tuple))
            for target in targets:
                yield from _value_of(target, value, name)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _value_of(target, value, name)
        case ast.For(target=target, iter=iterable):
            yield from _iterated(target, iterable, name)


def _names(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _value_of(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    """What an assignment gives a name, where that is a thing which something else holds."""
    match target, value:
        case ast.Name(id=own), _ if own == name:
            yield from _held(value)
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            for each, part in zip(targets, values, strict=True):
                yield from _value_of(each, part, name)


def _held(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.Subscript(slice=ast.Slice()):
            return  # of a list it is a copy
        case ast.Name() | ast.Attribute() | ast.Subscript():
            yield value
        case ast.IfExp(body=one, orelse=other):
            yield from (*_held(one), *_held(other))
        case ast.BoolOp(values=values):
            yield from (each for part in values for each in _held(part))


def _iterated(target: ast.expr, iterable: ast.expr, name: str) -> Iterator[ast.expr]:
    """What holds the items that a loop gives a name."""
    match iterable, target:
        case ((ast.Tuple(elts=parts) | ast.List(elts=parts)), _):
            yield from (each for part in parts for each in _held(part))
        case ((ast.Name() | ast.Attribute() | ast.Subscript()), _):
            yield iterable
        case ast.Call(func=ast.Name(id="zip"), args=parts), ast.Tuple(elts=targets) if len(parts) == len(targets):
            for each, part in zip(targets, parts, strict=True):
                yield from _iterated(each, part, name) if name in _stored(each) else ()
        case ast.Call(func=ast.Name(id="enumerate"), args=[part, *_]), ast.Tuple(elts=[_, each]) if name in _stored(each):
            yield from _iterated(each, part, name)
        case ast.Call(func=ast.Name(id=function), args=[part]), _ if function in _SAME_ITEMS:
            yield from _iterated(target, part, name)
        case ast.Call(func=ast.Attribute(value=owner, attr=function), args=[]), _ if function in _SAME_ITEMS:
            yield from _iterated(target, owner, name)


def _start(node: ast.AST) -> tuple[int, int]:
    return (node.lineno, node.col_offset) if isinstance(node, ast.expr | ast.stmt) else (0, 0)


def _end(node: ast.AST) -> tuple[int, int]:
    return (node.end_lineno or 0, node.end_col_offset or 0) if isinstance(node, ast.expr | ast.stmt) else (0, 0)


def _is_behind(node: ast.AST, place: ast.AST) -> bool:
    return _start(node) >= _end(place)


def _holds(node: ast.AST, inner: ast.AST) -> bool:
    return _start(node) <= _start(inner) and _end(inner) <= _end(node)

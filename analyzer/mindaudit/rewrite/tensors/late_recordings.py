"""Optimizers that are made behind what is differentiated: MindSpore records what runs after they are made."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.rewrite.text.places import Places

_BEFORE: Final = -1
"""The place of what a function got, or what something outside of it made."""
_IMPORTS: Final = (ast.Import, ast.ImportFrom, ast.alias)


def begins_late(place: int, beginnings: Sequence[ast.AST], body: Sequence[ast.stmt], places: Places) -> bool:
    """Whether statements make all that begins to record behind the computation of what is differentiated at a place.

    `beginnings`: the nodes that mention what begins; those of imports make nothing.
    """
    inner = [node for statement in body for node in ast.walk(statement)]
    found = [_last_binding(name, place, inner, places) for name in roots(differentiated(place, inner, places))]
    computed = min((start for start in found if start != _BEFORE), default=None)
    made = [_made(node, inner, places) for node in beginnings if not isinstance(node, _IMPORTS)]
    return computed is not None and bool(made) and all(computed < start < place for start in made)


def differentiated(place: int, inner: Sequence[ast.AST], places: Places) -> ast.expr | None:
    """What a call at a place differentiates: `y` of `y.backward()` and of `torch.autograd.grad(y, x)`."""
    for node in inner:
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr="backward" | "grad"), args=args) if places.span(node)[0] == place:
                is_function = isinstance(owner, ast.Attribute | ast.Name) and ast.unparse(owner).endswith("autograd")
                return next(iter(args), None) if is_function else owner
    return None


def first_computation(body: Sequence[ast.stmt], places: Places) -> int:
    """Where statements first call by its name what another call made there, as networks are called; behind the text if they do not."""
    parts = [part for statement in body for part in ast.walk(statement)]
    made: dict[str, int] = {}
    for part in parts:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call()):
                made[name] = min(places.span(part)[0], made.get(name, len(places.text)))
    calls = [part for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
    starts = [(ast.unparse(call.func), places.span(call)[0]) for call in calls]
    return min((start for name, start in starts if made.get(name, start) < start), default=len(places.text))


def comes_first(beginning: ast.AST, place: int, function: ast.AST, places: Places) -> bool:
    """Whether what begins to record in a function does so before a place, and not only in a branch that the place is not in.

    An optimizer whose method `step` is called there may be given to the function: then it was made before. So were those of imports.
    """
    start = _BEFORE
    match beginning:
        case ast.Attribute(value=ast.Name(id=owner), attr="step"):
            start = _last_binding(owner, places.span(beginning)[0], list(ast.walk(function)), places)
        case ast.Attribute(attr="step"):
            pass
        case ast.expr() | ast.stmt():
            start = places.span(beginning)[0]
    if start == _BEFORE or any(_holds(loop, place, places) for loop in places.around(start, ast.For, ast.While)):
        return True
    branches: list[ast.stmt] = places.around(start, ast.If, ast.Try)
    return start < place and all(_holds(branch, place, places) for branch in branches)


def _holds(statement: ast.stmt, place: int, places: Places) -> bool:
    start, end = places.span(statement)
    return start <= place < end


def roots(value: ast.expr | None) -> Iterator[str]:
    """The names of what a value is computed from by operators and methods alone."""
    match value:
        case ast.Name(id=name):
            yield name
        case ast.Call(func=ast.Attribute(value=owner)) | ast.Subscript(value=owner):
            yield from roots(owner)
        case ast.BinOp(left=left, right=right):
            yield from (*roots(left), *roots(right))


def _last_binding(name: str, place: int, inner: Sequence[ast.AST], places: Places) -> int:
    """Where a name is bound last before a place."""
    stores = (node for node in inner if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store))
    return max((start for node in stores if (start := places.span(node)[0]) < place), default=_BEFORE)


def _made(beginning: ast.AST, inner: Sequence[ast.AST], places: Places) -> int:
    """Where what a node mentions is made: in an assignment, or where the owner of a method `step` is bound first."""
    match beginning:
        case ast.Attribute(value=ast.Name(id=owner), attr="step"):
            stores = (node for node in inner if isinstance(node, ast.Name) and node.id == owner and isinstance(node.ctx, ast.Store))
            return min((places.span(node)[0] for node in stores), default=_BEFORE)
    assigned = (node for node in inner if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call))
    return next((places.span(node)[0] for node in assigned if any(part is beginning for part in ast.walk(node.value))), _BEFORE)

"""The assignments that bind a local name, and those of them that a place may see. Found in the syntax of a file alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks
from mindaudit.rewrite.usages.containers import Function
from mindaudit.rewrite.usages.sure_bindings import is_surely_bound

Binding = ast.Assign | ast.AnnAssign
_CONVERTING = frozenset({
    "bfloat16", "bool", "byte", "char", "contiguous", "double", "float", "half", "int", "long", "short", "type", "type_as",
})  # fmt: skip
"""Methods that give the tensor itself where nothing is to be converted."""


def reaching(name: str, place: int, function: Function, places: Places) -> list[Binding]:
    """The assignments that may have bound a name last when a place is reached, in the order in which they are written."""
    found = sorted(bindings(name, function), key=lambda node: places.span(node)[0])
    before = [node for node in found if places.span(node)[0] < place]
    new = [node for node in before if not gives_on(node, name)]
    seen = [node for node in before if not _is_rebound(node, new, place, function, places)]
    return seen + [node for node in found if node not in before and _comes_round(node, new, place, function, places)]


def _is_rebound(binding: Binding, before: Sequence[Binding], place: int, function: Function, places: Places) -> bool:
    """Whether another assignment surely binds the name to something else between an assignment and a place behind it."""
    start = places.span(binding)[0]
    later = [node for node in before if places.span(node)[0] > start]
    behind = ([each for each in block if places.span(each)[0] > start] for block in _around(start, function.body, places))
    return any(is_surely_bound(later, place, block, places) for block in behind)


def _comes_round(binding: Binding, before: Sequence[Binding], place: int, function: Function, places: Places) -> bool:
    """Whether a loop brings what an assignment behind a place binds to that place again."""
    for node in ast.walk(function):
        if isinstance(node, ast.For | ast.While):
            start, end = places.span(node)
            if start <= place < places.span(binding)[0] < end and not is_surely_bound(before, place, node.body, places):
                return True
    return False


def _around(place: int, body: list[ast.stmt], places: Places) -> Iterator[list[ast.stmt]]:
    """The blocks of statements around a place, the outermost first."""
    yield body
    for statement in body:
        start, end = places.span(statement)
        if start <= place < end:
            for block in blocks(statement):
                if places.span(block[0])[0] <= place < places.span(block[-1])[1]:
                    yield from _around(place, block, places)


def sources(name: str, place: int, function: Function, places: Places) -> Iterator[tuple[str, Binding, ast.expr]]:
    """What a name may be bound to at a place, with the assignment and its name: those of other names that it is bound to are followed."""
    for binding in reaching(name, place, function, places):
        start = places.span(binding)[0]
        for value in possible_values(binding, name):
            yield name, binding, value
            if isinstance(value, ast.Name) and value.id != name and start < place:
                yield from sources(value.id, start, function, places)


def gives_on(binding: Binding, name: str) -> bool:
    """Whether an assignment may leave a name bound to what it is bound to: `x = x.float()`, `x = x if y is None else y`."""
    return any(isinstance(value, ast.Name) and value.id == name for value in possible_values(binding, name))


def possible_values(binding: Binding, name: str) -> Iterator[ast.expr]:
    """What an assignment may bind a name to, without what gives it unchanged: a choice, and a conversion to the dtype that it has."""
    value = given(binding, name)
    if value is not None:
        yield from _possible(value)


def _possible(value: ast.expr) -> Iterator[ast.expr]:
    match value:
        case ast.IfExp(body=one, orelse=other):
            yield from _possible(one)
            yield from _possible(other)
        case ast.BoolOp(values=parts):
            yield from (each for part in parts for each in _possible(part))
        case ast.Call(func=ast.Attribute(value=converted)) if _may_give_itself(value):
            yield from _possible(converted)
        case _:
            yield value


def _may_give_itself(call: ast.Call) -> bool:
    """Whether a method converts a tensor's dtype or layout alone; what is moved to a device is another tensor on most of them."""
    match call:
        case ast.Call(func=ast.Attribute(attr="to"), args=[], keywords=[ast.keyword(arg="dtype")]):
            return True
        case ast.Call(func=ast.Attribute(attr="to"), args=[ast.Attribute(value=owner, attr=attr)], keywords=[]):
            return attr == "dtype" or (isinstance(owner, ast.Name) and owner.id == "torch")
        case ast.Call(func=ast.Attribute(value=ast.Call(), attr="contiguous")):
            return False  # mostly of a transposed tensor, which it copies
        case ast.Call(func=ast.Attribute(value=owner, attr=attr)):
            return attr in _CONVERTING and not (isinstance(owner, ast.Name) and owner.id == "torch")
    return False


def bindings(name: str, function: Function) -> Iterator[Binding]:
    """The assignments that bind a name to something else than it is bound to."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and _binds(node, name) and not is_itself(node.value, name):
            yield node


def is_itself(value: ast.expr | None, name: str) -> bool:
    """Whether an expression gives what a name is bound to, changed in place: `x.mul_(2)`."""
    changed = changed_in_place(value)
    return changed is not None and changed.id == name


def changed_in_place(value: ast.expr | None) -> ast.Name | None:
    """The name of the tensor that an expression changes in place and gives: `x.mul_(2).add_(1)`, `F.relu(x, inplace=True)`."""
    match value:
        case ast.Call(args=[ast.Name() as given, *_], keywords=keywords) if any(_is_flag(each) for each in keywords):
            return given
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr.endswith("_"):
        value = value.func.value
        if isinstance(value, ast.Name):
            return value
    return None


def _is_flag(keyword: ast.keyword) -> bool:
    return keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value is True


def _binds(node: Binding, name: str) -> bool:
    parts = (part for target in targets(node) for part in (target.elts if isinstance(target, ast.Tuple | ast.List) else [target]))
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def targets(node: Binding) -> list[ast.expr]:
    """What an assignment binds."""
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def given(binding: Binding, name: str) -> ast.expr | None:
    """The value assigned to a name; the corresponding one in an assignment of several names. None for an annotation alone."""
    own = (value for target, value in pairs(binding) if isinstance(target, ast.Name) and target.id == name)
    return next(own, binding.value)


def pairs(binding: Binding) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Each target of an assignment with its value; those of tuples of one length part by part."""
    for target in targets(binding):
        match target, binding.value:
            case (ast.Tuple(elts=names) | ast.List(elts=names), ast.Tuple(elts=parts) | ast.List(elts=parts)) if len(names) == len(parts):
                yield from zip(names, parts, strict=True)
            case _, ast.expr() as value:
                yield target, value

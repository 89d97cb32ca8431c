"""Tensors that get other data in the function that computes with them, between a forward and its backward, in PyNative mode.

torch saves such a tensor itself for the gradients, which then see the new data. MindSpore saves a copy once all elements of it were stored
into, so a recipe gives it memory of its own before the first use.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.rewrite.tensors.gradient_state import is_early
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.lines import indent_before, newline
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import SCOPES, bound_inside, nodes
from mindaudit.rewrite.usages.containers import Function
from mindaudit.rewrite.usages.saved_values import is_recorded

_RECIPE: Final = "before_new_data"
_QUESTIONS: Final = frozenset({
    "data", "device", "dim", "dtype", "grad", "ndim", "new_empty", "new_full", "new_ones", "new_tensor", "new_zeros", "numel",
    "requires_grad", "requires_grad_", "shape", "size",
})  # fmt: skip
"""What is read of a tensor without computing with it."""
_DIFFERENTIATING: Final = frozenset({"backward", "grad"})


def data_swaps(text: str, places: Places) -> Iterator[Change]:
    """A line before the first use of each tensor whose data a function sets behind it."""
    functions = [node for node in nodes(places.tree) if isinstance(node, Function) and not is_early(node)] if ".data =" in text else []
    firsts = dict.fromkeys(each for function in functions for each in _first_uses(function, places))
    for statement, owner in firsts:
        start = places.span(statement)[0]
        if (indent := indent_before(text, start)) is not None:
            line = start - len(indent), f"{indent}{_RECIPE}({owner}){newline(text)}"
            yield Change((start, start), (((start, start), ""),), None, _RECIPE, line)


def _first_uses(function: Function, places: Places) -> Iterator[tuple[ast.stmt, str]]:
    """The statements that first compute with what gets other data behind them, with its text."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="data")]) if not is_own(owner):
                uses = list(_uses(ast.unparse(owner), function, node, places))
                if uses:
                    yield min(uses, key=lambda each: places.span(each)[0]), ast.unparse(owner)


def _uses(owner: str, function: Function, setting: ast.Assign, places: Places) -> Iterator[ast.stmt]:
    """The recorded statements of a function that compute with a tensor before its data is set, and are not differentiated before."""
    asked = {part for node in ast.walk(function) for part in _asked(node)}
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Name | ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and node not in asked
            and ast.unparse(node) == owner
        ):
            (start, end), until = places.span(node), places.span(setting)[0]
            if end <= until and _is_computed_with(owner, start, places) and not _is_differentiated(function, end, until, places):
                yield _statement_at(start, places)


def _is_computed_with(owner: str, place: int, places: Places) -> bool:
    """Whether gradients are recorded at a place, where no comprehension and no lambda has the owner's first name for itself."""
    name = owner.partition(".")[0]
    return is_recorded(place, places) and all(name not in bound_inside(scope) for scope in places.around(place, *SCOPES))


def _asked(node: ast.AST) -> Iterator[ast.expr]:
    """What a node reads without computing with it."""
    match node:
        case ast.Attribute(value=owner, attr=name) if name in _QUESTIONS:
            yield owner
        case ast.Subscript(slice=key):
            yield key
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()]):
            yield left
        case ast.Call(func=ast.Attribute(attr="grad"), args=args, keywords=keywords):
            yield from (part for each in (*args, *(word.value for word in keywords)) for part in _listed(each))


def _listed(value: ast.expr) -> list[ast.expr]:
    """What a function is given: an expression, or the parts of a list."""
    return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]


def _is_differentiated(function: Function, since: int, until: int, places: Places) -> bool:
    """Whether gradients are computed between two places of a function."""
    called = (node for node in ast.walk(function) if isinstance(node, ast.Call) and since <= places.span(node)[0] < until)
    return any(isinstance(node.func, ast.Attribute) and node.func.attr in _DIFFERENTIATING for node in called)


def _statement_at(place: int, places: Places) -> ast.stmt:
    """The innermost statement around a place that is no `elif`."""
    path = places.around(place, ast.stmt)
    others = {id(node.orelse[0]) for node in path if isinstance(node, ast.If) and len(node.orelse) == 1}
    return next(node for node in reversed(path) if not (isinstance(node, ast.If) and id(node) in others))

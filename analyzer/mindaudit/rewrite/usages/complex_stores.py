"""Augmented assignments to complex tensors and to items of them, by recipes: MindSpore's operators in place take equal dtypes only."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.model import Hazard
from mindaudit.rewrite.expressions.replaced import COMPLEX, recipe_of
from mindaudit.rewrite.text.augmented import called, is_read_twice
from mindaudit.rewrite.text.change import MOVED, Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit.rewrite.usages.operators import OPERATORS

_COMPUTING: Final = frozenset({
    "abs", "angle", "arange", "bool", "dim", "eq", "ge", "gt", "imag", "isfinite", "isinf", "isnan", "le", "len", "long", "lt", "max",
    "min", "ne", "numel", "range", "real", "reshape", "size", "slice", "squeeze", "tensor", "to", "tril", "triu", "unsqueeze",
    "view", "where",
})  # fmt: skip
"""Functions and methods that give the same when they are called a second time, and change nothing."""
_PARTS: Final = frozenset({"data", "imag", "real"})
"""What of a tensor no recipe is given."""


def complex_stores(text: str, hazards: Sequence[Hazard], places: Places, mode: str) -> Iterator[Change]:
    """The assignments `x = recipe(x, y)` and `x[i] = recipe(x[i], y)`."""
    told = {each.span: each for each in hazards if each.code == COMPLEX}
    for node in nodes(parsed(text)) if told else ():
        if not isinstance(node, ast.AugAssign) or not (hazard := told.get(places.span(node))):
            continue
        recipe = _recipe(node, mode)
        if recipe and not (isinstance(node.target, ast.Attribute) and node.target.attr in _PARTS) and _is_same_again(node.target):
            target = places.span(node.target)
            pieces = tuple((span, new.replace(f"({text[slice(*target)]},", f"({MOVED},")) for span, new in called(node, recipe, places))
            yield Change(places.span(node), (((target[0], target[0]), ""), *pieces), hazard, recipe, moved=target)


def _recipe(node: ast.AugAssign, mode: str) -> str:
    """The recipe for an assignment, "" without one. What others may hold, also as an item, is changed in place."""
    recipe = recipe_of("complex", node.op)
    if mode == "graph" or not recipe:
        return recipe
    if is_read_twice(node.target):
        return OPERATORS[type(node.op)]
    return recipe if isinstance(node.target, ast.Subscript) else ""


def _is_same_again(target: ast.expr) -> bool:
    """Whether reading a target again gives the same: what its index calls only computes."""
    calls = [node.func for node in ast.walk(target) if isinstance(node, ast.Call)]
    names = [each.attr if isinstance(each, ast.Attribute) else each.id if isinstance(each, ast.Name) else "" for each in calls]
    return set(names) <= _COMPUTING and not any(isinstance(node, ast.NamedExpr | ast.Await) for node in ast.walk(target))

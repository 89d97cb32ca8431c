"""Augmented assignments as calls of recipes, which change a tensor in place and give it."""

from __future__ import annotations

import ast
from typing import Final

from mindaudit.model import Span
from mindaudit.rewrite.text.places import Places

OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "any_iadd", ast.Sub: "any_isub", ast.Mult: "any_imul", ast.Div: "any_itruediv", ast.FloorDiv: "any_ifloordiv",
    ast.Pow: "any_ipow", ast.Mod: "any_imod", ast.BitAnd: "any_iand", ast.BitOr: "any_ior", ast.BitXor: "any_ixor",
}  # fmt: skip
"""The recipe of each operator."""


def called(node: ast.AugAssign, recipe: str, places: Places, bind: bool = True) -> list[tuple[Span, str]]:
    """The texts that make `x += y` the assignment `x = recipe(x, y)`, or without `bind` the call alone."""
    (start, end), (value, last) = places.span(node.target), places.span(node.value)
    opened = places.text[end:value].partition("(")[1]
    before = f" = {recipe}({places.text[start:end]}, {opened}"
    first = [((end, value), before)] if bind else [((start, start), f"{recipe}("), ((end, value), f", {opened}")]
    return [*first, ((last, last), ")")]


def is_read_twice(target: ast.expr) -> bool:
    """Whether reading a target twice does no more than reading it once: no call is in it, and no store into items that a tensor shares."""
    return not any(isinstance(node, ast.Call | ast.NamedExpr | ast.Await | ast.Slice | ast.Starred) for node in ast.walk(target))

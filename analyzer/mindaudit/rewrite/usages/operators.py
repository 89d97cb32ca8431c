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


def called(node: ast.AugAssign, recipe: str, places: Places) -> list[tuple[Span, str]]:
    """The texts that make `x += y` the assignment `x = recipe(x, y)`."""
    end, (value, last) = places.span(node.target)[1], places.span(node.value)
    opened = places.text[end:value].partition("(")[1]
    target = places.text[slice(*places.span(node.target))]
    return [((end, value), f" = {recipe}({target}, {opened}"), ((last, last), ")")]

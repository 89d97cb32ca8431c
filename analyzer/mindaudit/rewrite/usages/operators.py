"""The recipes that stand for augmented assignments: they change a tensor in place and give it."""

from __future__ import annotations

import ast
from typing import Final

OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "any_iadd", ast.Sub: "any_isub", ast.Mult: "any_imul", ast.Div: "any_itruediv", ast.FloorDiv: "any_ifloordiv",
    ast.Pow: "any_ipow", ast.Mod: "any_imod", ast.BitAnd: "any_iand", ast.BitOr: "any_ior", ast.BitXor: "any_ixor",
}  # fmt: skip
"""The recipe of each operator."""

"""In-place changes whose gradient needs the elements from before the change.

PyNative mode keeps the operands of `x * y` for the gradients, not copies of them: it then reads what was stored into `x` afterwards. torch
keeps a copy there. So the new value is computed from a copy, unless nothing records or the gradient of the operation does not need it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from mindaudit.model import Argument, Usage
from mindaudit.rewrite.text.augmented import Pieces, computed
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.choice import OVERWRITTEN
from mindaudit.sources.syntax import or_none, parse_expression

_Scope = ast.With | ast.FunctionDef | ast.AsyncFunctionDef
COPY = ".copy()"
_CHANGING = (OVERWRITTEN, "resized")
"""Recipes that change their first argument and give it back."""
_OPERATORS = (ast.Mult, ast.Div, ast.Pow, ast.MatMult)
"""Those of augmented assignments whose gradients need the operands."""
_INDEPENDENT = frozenset({
    "add", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "baddbmm", "bernoulli", "cauchy", "ceil", "copy", "detach", "eq",
    "exp", "exponential", "fill", "fill_diagonal", "floor", "fmod", "ge", "geometric", "gt", "index_add", "index_copy", "index_fill",
    "index_put", "le", "log_normal", "logical_and", "logical_not", "logical_or", "logical_xor", "lt", "masked_fill", "masked_scatter",
    "ne", "neg", "negative", "normal", "random", "relu", "remainder", "requires_grad", "resize", "resize_as", "round", "rsqrt", "scatter",
    "scatter_add", "set", "sigmoid", "sign", "sqrt", "sub", "subtract", "tanh", "tril", "triu", "trunc", "uniform", "zero",
})  # fmt: skip
"""In-place methods without their underscore whose gradients need no old element of the receiver, or the new ones."""
_COMPARING = ("eq_", "ge_", "gt_", "le_", "lt_", "ne_")
"""Methods through whose results no gradient goes."""
_NUMBERS = frozenset({"bool", "float", "int"})
_SCALING = frozenset({"div", "divide", "mul", "multiply", "true_divide"})
_SCALED = re.compile(rf"\.(?:{'|'.join(sorted(_SCALING))})_\(\s*-?[\d.]+(?:e-?\d+)?\s*\)")
_METHOD = re.compile(r"\.(\w+)_\s*\(")
_UNRECORDED = re.compile(r"\b(?:no_grad|inference_mode)\b")


def from_copy(value: str, target: str, usage: Usage, places: Places) -> str:
    """The new value of `target`, computed from a copy of it where the gradient needs that."""
    start, end = usage.span
    methods = set(_METHOD.findall(_SCALED.sub("", places.text[start:end]))) or {usage.torch_name.rpartition(".")[2].removesuffix("_")}
    is_scaled = methods <= _SCALING and _are_numbers(usage.arguments)
    if (
        is_scaled
        or usage.torch_name.endswith(_COMPARING)
        or methods <= _INDEPENDENT
        or target.endswith(".grad")
        or not is_recorded(start, places)
    ):
        return value
    read = re.compile(rf"(?<![\w.]){re.escape(target)}(?![\w(\[]|\s*=(?!=)|\.(?:shape|dtype|ndim)\b)")
    changed, ends = _changed_inside(value, target)
    places_of = {match.start(): match.end() for match in read.finditer(value)}
    for place in sorted({end for start, end in places_of.items() if start not in changed} | ends, reverse=True):
        value = value[:place] + COPY + value[place:]
    return value


def _changed_inside(value: str, target: str) -> tuple[set[int], set[int]]:
    """Where an expression of one line names what recipes inside of it change, and where the calls of these end."""
    tree = or_none(parse_expression, value) if value.isascii() and "\n" not in value else None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) in _CHANGING] if tree else []
    inner = [node for node in found if node.args and ast.unparse(node.args[0]) == target and node is not tree]
    return {node.args[0].col_offset for node in inner}, {node.end_col_offset or 0 for node in inner}


def _are_numbers(arguments: Sequence[Argument]) -> bool:
    """Whether arguments are known to be numbers, which have no gradient."""
    return bool(arguments) and all(each.value.types and each.value.types <= _NUMBERS for each in arguments)


def operated(node: ast.AugAssign, usage: Usage, index: str, places: Places) -> Pieces:
    """The texts that make `x *= y` a store by an index into all elements of `x`: of `x * y` from a copy where the gradient needs that."""
    end = places.span(node.target)[1]
    is_scaled = not isinstance(node.op, ast.Pow) and _are_numbers(usage.arguments[1:])
    if is_scaled or not isinstance(node.op, _OPERATORS) or index == ".data" or not is_recorded(end, places):
        return (((end, end), index),)
    return computed(node, places, index, COPY)


def is_recorded(place: int, places: Places) -> bool:
    """Whether a place is in no scope and no function without gradients, as far as a file says."""
    around: list[_Scope] = places.around(place, ast.With, ast.FunctionDef, ast.AsyncFunctionDef)
    return not any(_UNRECORDED.search(ast.unparse(each)) for node in around for each in _managers(node))


def _managers(node: _Scope) -> list[ast.expr]:
    """The context managers of a block, or the decorators of a function."""
    return [item.context_expr for item in node.items] if isinstance(node, ast.With) else node.decorator_list

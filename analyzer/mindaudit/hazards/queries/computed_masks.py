"""Tensors of truth values that comparisons of floating-point tensors give, and what is a part of one or one in another shape."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.syntax import nodes_in
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.integer_casts import holds_integers, is_of
from mindaudit.hazards.queries.origins import last_name
from mindaudit.resolve.values import atoms as at

_MASK: Final = frozenset({"bool"})
_COMBINING: Final = frozenset({"BitAnd", "BitOr", "BitXor", "Add", "Multiply"})
_COMPARING: Final = frozenset({
    "gt", "lt", "ge", "le", "eq", "ne", "greater", "less", "greater_equal", "less_equal", "not_equal", "logical_and", "logical_or",
    "logical_not", "logical_xor", "isnan", "isinf", "isfinite", "isclose", "bool", "to", "type", "any", "all", "where", "masked_fill",
})  # fmt: skip
_KEEPING: Final = frozenset({
    "view", "reshape", "unsqueeze", "squeeze", "flatten", "expand", "expand_as", "transpose", "permute", "t", "repeat", "contiguous",
    "clone", "view_as", "reshape_as", "broadcast_to", "nan_to_num", "movedim", "swapaxes",
})  # fmt: skip
"""What gives the same truth values, perhaps in another shape."""
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


def is_computed_mask(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor of truth values that a comparison of what may carry gradients gives."""
    return is_of(view, index, _MASK) and _compares(view, index)


def _compares(view: FileView, index: int, depth: int = 3) -> bool:
    match view.unnarrowed(mask_root(view, index)):
        case ex.Comparison(operands=operands):
            return any(view.tensor(each) is not None and not holds_integers(view, each) for each in operands)
        case ex.Binary(operator, left, right) if operator in _COMBINING:
            return _compares(view, left, depth) or _compares(view, right, depth)
        case ex.Unary("BitInvert", inner):
            return _compares(view, inner, depth)
        case ex.Item() | ex.Attribute() | ex.Parameter():
            return True  # what a function gives among others, or gets, or an object holds: nobody sees here what it compares
        case ex.Phi(slot) if depth:
            return any(_compares(view, part, depth - 1) for part in view.facts.slots[slot])
        case ex.Join(parts) if depth:
            return any(_compares(view, part, depth - 1) for part in parts)
        case ex.Call(callee):
            return last_name(view.unnarrowed(callee)) in _COMPARING or _is_own(view, callee)
    return False


def _is_own(view: FileView, callee: int) -> bool:
    """Whether a function of the program is called, of which nobody sees here what it compares."""
    method = view.unnarrowed(callee)
    is_method = isinstance(method, ex.Attribute) and view.tensor(method.base) is not None
    return not is_method and not any(isinstance(atom, at.Torch) for atom in view.value(callee).atoms)


def mask_root(view: FileView, index: int) -> int:
    """The expression of which another is a part, or is that in another shape."""
    while (base := _base(view, view.unnarrowed(index))) >= 0 and is_of(view, base, _MASK):
        index = base
    return index


def _base(view: FileView, e: Expression) -> int:
    """What a part is taken of, or what a call gives in another shape; -1 for anything else."""
    match e:
        case ex.Subscript(base):
            return base
        case ex.Call(callee, arguments) if last_name(method := view.unnarrowed(callee)) in _KEEPING:
            if isinstance(method, ex.Attribute) and view.tensor(method.base) is not None:
                return method.base
            return arguments[0].expression if arguments else -1
    return -1


def variable(path: Sequence[ast.AST]) -> str:
    """The name or attribute that an expression reads, or takes a part of; "" for what is computed there.

    `path`: the node and what is around it.
    """
    node = path[0] if path else None
    while isinstance(node, ast.Subscript | ast.Call):
        if isinstance(node, ast.Subscript):
            node = node.value
        elif isinstance(node.func, ast.Attribute) and node.func.attr in _KEEPING:
            is_function = isinstance(node.func.value, ast.Name) and node.func.value.id == "torch" and node.args
            node = node.args[0] if is_function else node.func.value
        else:
            return ""
    text = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return text if text.replace(".", "").isidentifier() else ""


def runs_again(path: Sequence[ast.AST], name: str) -> bool:
    """Whether a loop around a place goes on with what a variable is bound to before it."""
    function = next((number for number, node in enumerate(path) if isinstance(node, ast.FunctionDef | ast.Lambda)), len(path))
    loops = [node for node in path[:function] if isinstance(node, _LOOPS)]
    return any(not _binds(node, name) for node in loops)


def _binds(loop: ast.AST, name: str) -> bool:
    stores = (node for node in nodes_in(loop) if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store))
    return any(ast.unparse(node) == name for node in stores)

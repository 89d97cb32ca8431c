"""Python's numbers beside tensors of doubles."""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterator, Sequence
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event, Site
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.comparisons import comparisons
from mindaudit.model import Span
from mindaudit.resolve.symbols.libraries import ARRAY, ARRAY_NUMBER, maker
from mindaudit.resolve.transfer.operators import DOUBLE, number
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_OPERATORS: Final = frozenset({"Add", "Subtract", "Multiply", "Divide", "FloorDivide", "Modulo", "Power"})
_COMPARED: Final = frozenset({"Equal", "NotEqual", "LessThan", "LessThanEqual", "GreaterThan", "GreaterThanEqual"})
_OTHERS: Final = (
    *("add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "remainder", "fmod", "floor_divide"),
    *("eq", "ne", "lt", "le", "gt", "ge", "not_equal", "less", "less_equal", "greater", "greater_equal"),
)
_BOUNDS: Final = ("clamp", "clip", "clamp_min", "clamp_max")
_PARAMETERS: Final = {
    **dict.fromkeys(_OTHERS, ("other",)), **dict.fromkeys(_BOUNDS, ("min", "max")), "pow": ("input", "self", "exponent"),
    "where": ("input", "self", "other"), **dict.fromkeys(("masked_fill", "addcmul", "addcdiv"), ("value",)),
}  # fmt: skip
"""What can be a number beside a tensor, by function."""
_MAKERS: Final = ("torch.Tensor.double", "torch.nn.Module.double")


def check(view: FileView) -> Iterator[Hit]:
    """Hits: a number that float32 does not hold, beside a tensor of doubles; once where doubles are made, if such tensors are not seen.

    The mending code stands for the number alone.
    """
    unseen = False
    for site, operands in _operations(view):
        for side, (one, other) in enumerate((operands, operands[::-1])):
            if _is_rounded(view, one) and (node := _side(view, site, side)):
                unseen = unseen or _is_unseen(view, other)
                yield from _hits(view, site.function, other, node)
    for name, parameters in _PARAMETERS.items():
        for call in view.calls_of(*(f"torch.{owner}{name}{end}" for owner in ("", "Tensor.") for end in ("", "_"))):
            yield from _of_call(view, call, parameters)
    for event in view.events("store_item"):
        if _is_rounded(view, event.expressions[2]) and (node := _stored(view, event)):
            yield from _hits(view, event.function, event.expressions[0], node)
    if unseen:
        yield from _made(view)


def _operations(view: FileView) -> Iterator[tuple[Site, tuple[int, int]]]:
    """The operations and comparisons of two operands."""
    for site in (*view.reads("binary"), *view.reads("augmented")):
        e = view.expression(site.expression)
        if isinstance(e, ex.Binary) and e.operator.removesuffix("Assign") in _OPERATORS:
            yield site, (e.left, e.right)
    for site, compared in comparisons(view):
        if len(compared.operands) == 2 and compared.operators[0] in _COMPARED:
            yield site, (compared.operands[0], compared.operands[1])


def _hits(view: FileView, function: int, tensor: int, node: ast.expr) -> Iterator[Hit]:
    """The hit of a number, if what stands beside it holds doubles."""
    if _is_double(view, tensor) and not _is_exact(node):
        span = view.syntax.span(node)
        yield Hit(span, function, v.LIKELY, None, {"number": view.source(span)}, replaces=span)


def _of_call(view: FileView, call: Call, parameters: Sequence[str]) -> Iterator[Hit]:
    """The hits of a call's numbers; of two bounds both are written as tensors, or none."""
    given = [each for name in parameters if (each := call.argument(name)) and _is_number(view, each.expression)]
    nodes = [node for each in given if (node := _expression(view, each.span))]
    rounded = any(_is_rounded(view, each.expression) and not _is_exact(node) for each, node in zip(given, nodes, strict=False))
    if not rounded or len(nodes) < len(given) or not any(_is_double(view, each.expression) for each in call.operands):
        return
    for node in nodes:
        span = view.syntax.span(node)
        if len(parameters) == 2 or not _is_exact(node):
            yield Hit(span, call.site.function, v.LIKELY, None, {"number": view.source(span)}, replaces=span)


def _made(view: FileView) -> Iterator[Hit]:
    """The first call of a file that makes doubles, or casts to them."""
    dtypes = {at.Torch("torch.float64"), at.Torch("torch.double")}
    calls = [*view.calls_of(*_MAKERS)]
    calls += [c for c in view.calls_below("torch.") if any(dtypes & view.value(each.expression).atoms for each in c.operands)]
    first = min(calls, key=lambda call: call.span, default=None)
    if first is not None:
        yield view.hit(first, v.LIKELY, None, variant="unseen", construct="unseen")


def _is_double(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor of doubles, and nothing else."""
    value = view.value(index)
    tensors = [atom for atom in value.atoms if not isinstance(atom, at.Grown)]  # what is stored takes the dtype of the tensor
    return bool(tensors) and not value.open and all(isinstance(atom, at.Tensor) and atom.dtype == DOUBLE for atom in tensors)


def _is_unseen(view: FileView, index: int) -> bool:
    """Whether an expression is a tensor that can be one of doubles."""
    dtypes = {atom.dtype for atom in view.value(index).atoms if isinstance(atom, at.Tensor)}
    return bool(dtypes & {None, "float", DOUBLE}) and not _is_double(view, index)


def _is_number(view: FileView, index: int) -> bool:
    return number(view.value(index)) is not None or _is_rounded(view, index)


def _is_rounded(view: FileView, index: int) -> bool:
    """Whether an expression is a number, and can be one that float32 does not hold."""
    value = view.value(index)
    made = set() if value.open else {maker(atom) for atom in value.atoms}
    if made == {ARRAY_NUMBER} or (made and made <= {ARRAY, ARRAY_NUMBER} and isinstance(view.unnarrowed(index), ex.Subscript)):
        return True  # of an array's item nobody sees whether it is a number
    return number(value) == "float" and any(not _holds(atom.value) if isinstance(atom, at.Constant) else True for atom in value.atoms)


def _holds(value: object) -> bool:
    """Whether float32 holds a number exactly; a kernel gets whole numbers as they are."""
    try:
        return not isinstance(value, float) or value != value or struct.unpack("f", struct.pack("f", value))[0] == value
    except OverflowError:
        return False


def _is_exact(node: ast.expr) -> bool:
    """Whether a number is written out, and float32 holds it."""
    match node.operand if isinstance(node, ast.UnaryOp) else node:
        case ast.Constant(value=value):
            return _holds(value)
        case ast.Call(func=ast.Name("float"), args=[ast.Constant(value=str())]) | ast.Attribute(attr="inf"):
            return True
    return False


def _side(view: FileView, site: Site, side: int) -> ast.expr | None:
    """The left (0) or right (1) operand of an operation, as it is written."""
    match view.syntax.at((site.start, site.end))[:1]:
        case [ast.BinOp(left=left, right=right)] | [ast.Compare(left=left, comparators=[right])]:
            return right if side else left
        case [ast.AugAssign(value=value)] if side:
            return value
    return None


def _stored(view: FileView, event: Event) -> ast.expr | None:
    """What an assignment stores in items."""
    match view.syntax.at((event.start, event.end))[:2]:
        case [ast.Subscript(), ast.Assign(targets=[_], value=value)]:
            return value
    return None


def _expression(view: FileView, span: Span) -> ast.expr | None:
    """An argument as it is written."""
    node = next(iter(view.syntax.at(span)), None)
    return node if isinstance(node, ast.expr) and view.syntax.span(node) == span else None

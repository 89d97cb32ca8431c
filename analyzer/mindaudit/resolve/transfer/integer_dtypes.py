"""The dtypes of results that hold whole numbers: counts, ranges, sums of masks, and what is computed of whole numbers alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mindaudit.resolve.transfer.arguments import Arguments
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Value

LONG: Final = "int64"
_WIDTHS: Final = {"int8": 8, "uint8": 8, "int16": 16, "int32": 32, "int64": 64}
_COUNTING: Final = frozenset({"randint", "randperm", "count_nonzero", "tril_indices", "triu_indices"})
_PLACES: Final = frozenset({"searchsorted", "bucketize"})
_SUMS: Final = frozenset({"sum", "prod", "cumsum", "cumprod"})
_SELECTING: Final = frozenset({
    "max", "min", "amax", "amin", "aminmax", "sort", "topk", "kthvalue", "mode", "median", "cummax", "cummin", "unique",
    "unique_consecutive", "abs", "absolute", "neg", "negative", "square", "sign", "diff", "pad", "take", "take_along_dim", "rot90",
    "diag", "diagonal", "index_fill", "scatter", "index_add", "scatter_add", "floor", "ceil", "round", "trunc",
})  # fmt: skip
"""What gives whole numbers of whole numbers, whatever numbers stand beside them."""
_ARITHMETIC: Final = frozenset({
    "add", "sub", "subtract", "mul", "multiply", "pow", "remainder", "fmod", "floor_divide", "clamp", "clip", "maximum", "minimum", "where",
    "matmul", "mm", "bmm", "outer", "dot",
})  # fmt: skip
_SETTINGS: Final = frozenset({"dtype", "device", "layout", "requires_grad", "pin_memory"})
_BITS: Final = frozenset({"bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift"})


def is_whole(dtype: str | None) -> bool:
    """Whether a dtype is one of whole numbers."""
    return dtype in _WIDTHS


def wider(dtypes: Iterable[str | None]) -> str | None:
    """The dtype of what is computed of tensors of whole numbers, or of truth values beside some; None of others."""
    found = set(dtypes)
    widths = {_WIDTHS[dtype]: dtype for dtype in found if dtype in _WIDTHS}
    if not widths or None in found or not found <= v.WHOLE_DTYPES:
        return None
    return "int16" if {"int8", "uint8"} <= found and max(widths) == 8 else widths[max(widths)]


def integer_dtype(short: str, receiver: Value, arguments: Arguments) -> str | None:
    """The dtype of what a function or method gives, if it is known to hold whole numbers."""
    others = [value for key, value in arguments.items if value is not receiver and key != "out"]
    if short in _COUNTING or (short == "bincount" and not _has_weights(arguments)):
        return LONG
    if short in _PLACES:
        return None if arguments.named("out_int32") else LONG
    if short == "arange":
        bounds = [value for key, value in arguments.items if key not in _SETTINGS]
        return LONG if all(map(_is_int, bounds)) or (len(bounds) == 1 and not bounds[0].atoms) else None
    if short == "full":
        return LONG if _is_int(arguments.named("fill_value") or arguments.positional(1)) else None
    known = _dtype(receiver)
    if short in _SUMS:
        return LONG if is_whole(known) or known == "bool" else None
    if short in _SELECTING:
        return known if is_whole(known) else None
    return _computed(short, receiver, others)


def _computed(short: str, receiver: Value, others: list[Value]) -> str | None:
    """The dtype of arithmetic on whole numbers alone."""
    if short not in _ARITHMETIC | _BITS:
        return None
    values = others if short == "where" and _dtype(receiver) == "bool" else [receiver, *others]
    dtypes = [dtype for value in values if (dtype := _dtype(value))]
    numbers = [value for value in values if not _dtype(value) and not all(map(v.is_none, value.atoms))]
    return wider(dtypes or [LONG]) if all(map(_is_int, numbers)) else None


def _has_weights(arguments: Arguments) -> bool:
    return arguments.named("weights") is not None or len(arguments.unnamed) > 1


def _dtype(value: Value) -> str | None:
    atom = v.only(value)
    return atom.dtype if type(atom) is at.Tensor else None


def _is_int(value: Value | None) -> bool:
    """Whether a value is a whole number of Python, be it known or not."""
    return value is not None and bool(value.atoms) and not value.open and all(v.type_name(atom) == "int" for atom in value.atoms)

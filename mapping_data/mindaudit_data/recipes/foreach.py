"""`torch._foreach_add`, `_foreach_mul_` and their like: one operation over lists of tensors.

Computed by the single operators. MindSpore 2.3 and newer, PyNative mode; agrees with torch to 1e-6 relative in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.linalg_norm import linalg_vector_norm
from mindaudit_data.recipes.overwritten import overwritten


def _one(operation: str, x: Tensor, operands: Sequence[Any], factor: Any) -> Tensor:
    """One tensor's result; `factor` is torch's alpha or value."""
    if operation == "add":
        return x + operands[0] * factor
    if operation == "sub":
        return x - operands[0] * factor
    if operation == "addcmul":
        return x + operands[0] * operands[1] * factor
    if operation == "addcdiv":
        return x + operands[0] / operands[1] * factor
    if operation == "lerp":
        return x + (operands[0] - x) * operands[1]
    if operation in ("maximum", "minimum", "clamp_min", "clamp_max"):
        other = operands[0] if isinstance(operands[0], Tensor) else ops.ones_like(x) * operands[0]
        return ops.maximum(x, other) if operation in ("maximum", "clamp_min") else ops.minimum(x, other)
    if operation == "norm":
        return linalg_vector_norm(x, *operands)
    if operation == "copy":
        return operands[0].astype(x.dtype)
    return getattr(ops, operation)(x, *operands)


def foreach(operation: str, tensors: Sequence[Tensor], *operands: Any, factor: Any = 1) -> list[Tensor]:
    """The operation's result for each tensor; operands and `factor` are one for all, or lists of one each."""

    def at(operand: Any, i: int) -> Any:
        return operand[i] if isinstance(operand, (list, tuple)) else operand

    return [_one(operation, x, [at(operand, i) for operand in operands], at(factor, i)) for i, x in enumerate(tensors)]


def foreach_in_place(operation: str, tensors: Sequence[Tensor], *operands: Any, factor: Any = 1) -> list[Tensor]:
    """The same tensors, with the operation's results as their values."""
    values = foreach(operation, tensors, *operands, factor=factor)
    return [overwritten(x, value.astype(x.dtype)) for x, value in zip(tensors, values, strict=True)]

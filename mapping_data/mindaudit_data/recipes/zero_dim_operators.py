"""Operators of a tensor without dimensions, which for torch is a number: beside other floats it does not decide about the dtype.

MindSpore takes the wider dtype of both, with or without dimensions. Any mode and backend.
"""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops


def zero_dim_add(x: Any, y: Any) -> Any:
    """x + y."""
    left, right = _alike(x, y)
    return left + right


def zero_dim_sub(x: Any, y: Any) -> Any:
    """x - y."""
    left, right = _alike(x, y)
    return left - right


def zero_dim_mul(x: Any, y: Any) -> Any:
    """x * y."""
    left, right = _alike(x, y)
    return left * right


def zero_dim_div(x: Any, y: Any) -> Any:
    """x / y."""
    left, right = _alike(x, y)
    return left / right


def zero_dim_pow(x: Any, y: Any) -> Any:
    """x ** y."""
    left, right = _alike(x, y)
    return ops.pow(left, right)


def _alike(x: Any, y: Any) -> tuple[Any, Any]:
    """Both operands; that without dimensions in the dtype of the other, if both hold floats."""
    if not (isinstance(x, Tensor) and isinstance(y, Tensor) and x.is_floating_point() and y.is_floating_point()):
        return x, y
    if x.ndim == 0 and y.ndim > 0:
        return x.astype(y.dtype), y
    if y.ndim == 0 and x.ndim > 0:
        return x, y.astype(x.dtype)
    return x, y

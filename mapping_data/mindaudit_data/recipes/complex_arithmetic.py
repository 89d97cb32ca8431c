"""Operators between complex and real numbers, which torch brings to one dtype. MindSpore's kernels on CPU take equal dtypes only."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

_DOUBLE = (mindspore.float64, mindspore.complex128)


def _alike(x: Tensor | complex, y: Tensor | complex) -> tuple[Tensor, Tensor]:
    """Both as complex tensors: double where a tensor among them is. Tensors of the same dtype stay as they are."""
    if isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype == y.dtype:
        return x, y
    is_double = (isinstance(x, Tensor) and x.dtype in _DOUBLE) or (isinstance(y, Tensor) and y.dtype in _DOUBLE)
    dtype = mindspore.complex128 if is_double else mindspore.complex64
    left = x.astype(dtype) if isinstance(x, Tensor) else Tensor(x, dtype)
    right = y.astype(dtype) if isinstance(y, Tensor) else Tensor(y, dtype)
    return left, right


def complex_add(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x + y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.add(left, right)


def complex_sub(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x - y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.sub(left, right)


def complex_mul(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x * y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.mul(left, right)


def complex_div(x: Tensor | complex, y: Tensor | complex) -> Tensor:
    """x / y, where one of them is complex. Any backend; exact."""
    left, right = _alike(x, y)
    return ops.div(left, right)

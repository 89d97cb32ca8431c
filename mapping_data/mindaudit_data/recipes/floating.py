"""Tensors that may hold whole numbers or truth values, in the dtypes in which torch computes with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor


def floating(x: Tensor, dtype: Any = None) -> Tensor:
    """A tensor in `dtype`; whole numbers and truth values as float32, as torch's functions take them. Any backend; exact."""
    x = x if dtype is None else x.astype(dtype)
    return x if x.is_floating_point() or x.is_complex() else x.astype(mindspore.float32)


def summed(x: Tensor, dtype: Any = None) -> Tensor:
    """A tensor in `dtype`, or else in the one in which torch adds: int64 for whole numbers and truth values. Any backend; exact."""
    return x.astype(dtype) if dtype is not None else x if x.is_floating_point() or x.is_complex() else x.astype(mindspore.int64)


def with_integers(function: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
    """What a function that rounds gives, which takes floats only: a copy of whole numbers. Any backend; exact."""
    return function(x) if x.is_floating_point() else x.copy()

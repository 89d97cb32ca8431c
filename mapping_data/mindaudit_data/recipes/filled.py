"""`torch.Tensor.fill_` and `torch.full` by a value that is a number or a tensor of one. MindSpore 2.0 and newer; exact."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def filled(x: Tensor, value: Tensor | float) -> Tensor:
    """A tensor of the shape and dtype of `x`, every element of it `value`."""
    if isinstance(value, Tensor):
        return ops.broadcast_to(value.astype(x.dtype), x.shape).copy()  # a broadcast shares its one element
    return ops.full_like(x, value)


def full_of(size: Any, value: Any, dtype: Any = None) -> Tensor:
    """A tensor of a shape, every element of it `value`: of floats float32, of whole numbers int64, whatever dtype the value has."""
    one = ops.stop_gradient(value) if isinstance(value, Tensor) else mindspore.tensor(value, dtype=dtype)
    return ops.broadcast_to(one.astype(dtype or _usual(one)).reshape(()), size).copy()


def _usual(x: Tensor) -> Any:
    """The dtype that torch gives to what is made of such a number."""
    if x.is_floating_point():
        return mindspore.float32
    if x.is_complex():
        return mindspore.complex64
    return mindspore.bool_ if x.dtype == mindspore.bool_ else mindspore.int64

"""Tensors that get data of another shape, such as `p.data = p.data[kept]`. PyNative mode.

MindSpore's older operators, such as `ops.deepcopy`, `ops.sort` and `ops.cumsum`, remember the shape that a tensor had when they first
met it, whatever it has become since. Another dtype makes them forget it.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


class _AnyShape:
    """A tensor whose `data` can be set to one of any shape."""

    def __init__(self, tensor: Tensor) -> None:
        self._tensor = tensor

    @property
    def data(self) -> Tensor:
        """The tensor's data."""
        return self._tensor.data

    @data.setter
    def data(self, value: Tensor) -> None:
        before = self._tensor.shape
        self._tensor.data = value
        if value.shape != before:
            forget_shape(self._tensor)
            self._tensor.data = value


def any_shape(x: Any) -> Any:
    """`x`, whose `data` can be set to a tensor of any shape; whatever is no tensor can be set already."""
    return _AnyShape(x) if isinstance(x, Tensor) else x


def forget_shape(x: Tensor) -> None:
    """Lets every operator ask for the shape again. `x` holds nothing of use until it gets its elements anew."""
    x.data = Tensor(0, x.dtype)  # a part of what has more elements has no other dtype
    x.set_dtype(mindspore.int16 if x.dtype == mindspore.int8 else mindspore.int8)

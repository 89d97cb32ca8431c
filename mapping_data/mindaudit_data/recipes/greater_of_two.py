"""`torch.maximum` and `torch.minimum` of tensors on CPU, where MindSpore passes NaN over and fails where one without elements is broadcast.

MindSpore 2.3 and newer; exact. PyNative mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import mindspore
from mindspore import Tensor, mint


def maximum(x: Tensor, y: Tensor) -> Tensor:
    """The greater of two elements, NaN where one is NaN; the shapes are broadcast."""
    return _chosen(mint.maximum, mint.logical_or, x, y)


def minimum(x: Tensor, y: Tensor) -> Tensor:
    """The smaller of two elements, NaN where one is NaN; the shapes are broadcast."""
    return _chosen(mint.minimum, mint.logical_and, x, y)


_Function: TypeAlias = Callable[[Tensor, Tensor], Tensor]


def _chosen(choose: _Function, of_booleans: _Function, x: Tensor, y: Tensor) -> Tensor:
    if x.dtype == y.dtype == mindspore.bool_:
        return of_booleans(x, y)
    if not x.size or not y.size:
        return x + y
    found = choose(x, y)
    if not found.is_floating_point():
        return found
    is_nan = mint.isnan(x) | mint.isnan(y)
    return mint.where(is_nan, x + y, found) if bool(is_nan.any()) else found

"""`torch.Tensor.new` of what is seen only when it runs: a size, or values.

MindSpore 2.0 and newer; exact, but that tensors of a size hold zeros where torch leaves them unset.
"""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor, ops


def new_like(x: Tensor, data: Any) -> Tensor:
    """A tensor of the dtype of `x`: zeros of a size, which is a number or a tuple, or the values of a list, a range, an array or a tensor.

    Shapes are tuples in MindSpore, so that torch's rare tuple of values counts as a size.
    """
    if isinstance(data, int | tuple):
        return ops.zeros(data, x.dtype)
    if isinstance(data, Tensor):
        return data.astype(x.dtype)
    return mindspore.tensor(list(data) if isinstance(data, range) else data, dtype=x.dtype)

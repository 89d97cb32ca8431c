"""NumPy's arrays and numbers as indices of tensors. PyNative mode; in a graph they are constants."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy
from mindspore import Tensor


def index_of_numpy(value: Any) -> Tensor | int | tuple[Any, ...]:
    """A tensor that selects what torch selects: floats lose what follows the point, uint8 is a mask. Of a tuple one for each dimension.

    Of a number a number, since what that selects shares its memory.
    """
    if isinstance(value, tuple):
        return tuple(map(index_of_numpy, value))
    if isinstance(value, numpy.generic) or type(value) is int:
        return int(value)
    array = numpy.asarray(value)
    return mindspore.tensor(array.astype(bool if array.dtype in (bool, numpy.uint8) else numpy.int64))

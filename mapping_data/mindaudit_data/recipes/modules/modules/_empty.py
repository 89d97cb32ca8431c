"""Parameters of new layers before they are initialised."""

from __future__ import annotations

from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor

from ..parameter import Parameter


def empty_parameter(shape: Any, dtype: Any = None) -> Parameter:
    """A parameter of zeros; float32 if no dtype is asked for."""
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    return Parameter(Tensor(np.zeros([int(size) for size in sizes], np.float32), mindspore.float32 if dtype is None else dtype))

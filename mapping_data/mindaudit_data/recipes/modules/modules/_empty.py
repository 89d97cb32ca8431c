"""Parameters of new layers before they are initialised."""

from __future__ import annotations

from typing import Any

import numpy as np
from mindspore import Tensor

from ...default_dtype import get_default_dtype
from ..parameter import Parameter


def empty_parameter(shape: Any, dtype: Any = None) -> Parameter:
    """A parameter of zeros; of the default dtype if none is asked for."""
    sizes = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    return Parameter(Tensor(np.zeros([int(size) for size in sizes], np.float32), get_default_dtype() if dtype is None else dtype))

"""`torch.Tensor.apply_` and `map_`: a function of Python for each element, on the host. PyNative mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from mindspore import Tensor


def applied(x: Tensor, function: Callable[..., Any], *others: Tensor) -> Tensor:
    """What a function gives for each element, and for those of other tensors beside it, in the dtype of the first one."""
    arrays = np.broadcast_arrays(x.asnumpy(), *[each.asnumpy() for each in others])
    rows = zip(*[each.reshape(-1).tolist() for each in arrays], strict=True)
    return Tensor(np.array([function(*row) for row in rows]).reshape(x.shape), x.dtype)

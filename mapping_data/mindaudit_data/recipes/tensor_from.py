"""`torch.tensor`, `as_tensor` and `asarray` of what may be a tensor already: in graph mode `mindspore.tensor` gives no shape then."""

from __future__ import annotations

from typing import Any

import mindspore
from mindspore import Tensor


def tensor_from(data: Any, dtype: Any = None) -> Tensor:
    """A tensor as it is or in another dtype; numbers, sequences and arrays as a new tensor."""
    if isinstance(data, Tensor):
        return data if dtype is None else data.astype(dtype)
    return mindspore.tensor(data) if dtype is None else mindspore.tensor(data, dtype=dtype)

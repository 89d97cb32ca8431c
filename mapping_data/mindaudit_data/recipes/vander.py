"""`torch.linalg.vander` and `torch.vander`."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def vander(x: Tensor, N: int | None = None, increasing: bool = True) -> Tensor:  # noqa: N803 - torch's name
    """The powers 0 to N - 1 of each element in a new last dimension, ascending or descending."""
    x = x.astype(mindspore.int64) if x.dtype == mindspore.bool_ else x
    x = x.reshape(1) if x.ndim == 0 else x
    count = x.shape[-1] if N is None else N
    powers = [ops.ones_like(x)]
    for _ in range(count - 1):
        powers.append(powers[-1] * x)
    return ops.stack(powers if increasing else powers[::-1], -1)

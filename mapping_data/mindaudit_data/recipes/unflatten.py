"""`torch.unflatten`: one dimension becomes several."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor


def unflatten(x: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """Give dimension `dim` of any tensor the sizes `sizes`, one of which may be -1: a reshape, exact for every dtype and backend."""
    axis = dim % x.ndim
    return x.reshape(x.shape[:axis] + tuple(sizes) + x.shape[axis + 1 :])

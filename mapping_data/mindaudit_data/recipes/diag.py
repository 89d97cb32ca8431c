"""`torch.diag` where the backend has no such kernel (CPU)."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def diag(x: Tensor, diagonal: int = 0) -> Tensor:
    """Of a vector of n elements, the square matrix that has it on the given diagonal; of a matrix, that diagonal."""
    if x.ndim == 2:
        return ops.diagonal(x, diagonal, 0, 1)
    if x.dtype == mindspore.bool_:
        return ops.diag_embed(x.astype(mindspore.int32), diagonal).astype(mindspore.bool_)
    return ops.diag_embed(x, diagonal)

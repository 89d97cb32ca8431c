"""`torch.diag` where the backend has no such kernel (CPU)."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def diag(x: Tensor, diagonal: int = 0) -> Tensor:
    """Of a vector of n elements, the square matrix that has it on the given diagonal; of a matrix, that diagonal."""
    if x.ndim == 2:
        return ops.diagonal(x, diagonal, 0, 1)
    if x.dtype == mindspore.bool_:
        return diag(x.astype(mindspore.int32), diagonal).astype(mindspore.bool_)
    if x.is_complex():
        return ops.Complex()(diag(ops.real(x), diagonal), diag(ops.imag(x), diagonal))
    if not x.size:  # the kernel takes no diagonal of a matrix without elements
        return ops.zeros((abs(diagonal), abs(diagonal)), x.dtype)
    return ops.diag_embed(x, diagonal)

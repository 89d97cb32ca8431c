"""`torch.diag`, `diagflat`, `diag_embed` and `diagonal_scatter` of any dtype, where MindSpore has no such kernel or refuses the dtype."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def diag(x: Tensor, diagonal: int = 0) -> Tensor:
    """Of a vector of n elements, the square matrix that has it on the given diagonal; of a matrix, that diagonal."""
    if x.ndim == 2:
        return ops.diagonal(x, diagonal, 0, 1)
    if not x.size:  # the kernel takes no diagonal of a matrix without elements
        return ops.zeros((abs(diagonal), abs(diagonal)), x.dtype)
    return diag_embed(x, diagonal)


def diagflat(x: Tensor, offset: int = 0) -> Tensor:
    """The square matrix that has all elements on the given diagonal."""
    return diag(x.reshape(-1), offset)


def diag_embed(x: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Square matrices in two new dimensions that have the vectors of the last one on the given diagonal."""
    if x.dtype == mindspore.bool_:
        return ops.diag_embed(x.astype(mindspore.uint8), offset, dim1, dim2).astype(mindspore.bool_)
    if x.dtype == mindspore.bfloat16:
        return ops.diag_embed(x.astype(mindspore.float32), offset, dim1, dim2).astype(mindspore.bfloat16)
    if x.is_complex():
        return ops.Complex()(ops.diag_embed(ops.real(x), offset, dim1, dim2), ops.diag_embed(ops.imag(x), offset, dim1, dim2))
    return ops.diag_embed(x, offset, dim1, dim2)


def diagonal_scatter(x: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The tensor with the elements of `src` on a diagonal of two dimensions."""
    if not src.size:
        return x * 1
    matrices = ops.movedim(x, (dim1, dim2), (-2, -1))
    rows, columns = ops.arange(matrices.shape[-2]).reshape(-1, 1), ops.arange(matrices.shape[-1])
    order = (rows.reshape(-1) - max(-offset, 0)).clip(0, src.shape[-1] - 1)
    of_rows = ops.gather(src.astype(x.dtype), order, src.ndim - 1).expand_dims(-1)
    return ops.movedim(ops.where(columns - rows == offset, of_rows, matrices), (-2, -1), (dim1, dim2))

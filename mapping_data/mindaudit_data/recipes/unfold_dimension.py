"""`torch.Tensor.unfold`, which has nothing to do with `mindspore.Tensor.unfold` (that one is im2col)."""

from __future__ import annotations

from mindspore import Tensor, ops


def unfold_dimension(x: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of `size` elements along a dimension, `step` apart.

    The dimension becomes the number of windows, (length - size) // step + 1; a last dimension of `size` is appended.
    One gather with computed positions: exact, any dtype; torch gives a view, this is a copy.
    """
    if x.ndim == 0:
        return x.reshape(1)[:size]
    axis = dimension % x.ndim
    count = (x.shape[axis] - size) // step + 1
    shape = (*x.shape[:axis], count, *x.shape[axis + 1 :], size)
    if size == 0:
        return ops.zeros(shape, x.dtype)
    positions = ops.arange(count).reshape(-1, 1) * step + ops.arange(size).reshape(1, -1)
    windows = ops.gather(x, positions, axis)
    order = [d for d in range(windows.ndim) if d != axis + 1]
    return windows.transpose((*order, axis + 1))

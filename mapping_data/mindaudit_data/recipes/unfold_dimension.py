"""`torch.Tensor.unfold`, which has nothing to do with `mindspore.Tensor.unfold` (that one is im2col)."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.as_strided import as_strided, can_be_viewed, marked_copy
from mindaudit_data.recipes.scope import compiled_as


def _copied(x: Tensor, dimension: int, size: int, step: int) -> Tensor:
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


@compiled_as(_copied)
def unfold_dimension(x: Tensor, dimension: int, size: int, step: int) -> Tensor:
    """All windows of `size` elements along a dimension, `step` apart.

    The dimension becomes the number of windows, (length - size) // step + 1; a last dimension of `size` is appended.
    Exact, any dtype; a view in PyNative mode unless gradients are recorded, else a copy: one gather with computed positions.
    """
    if x.ndim == 0 or size == 0 or not can_be_viewed(x):
        return marked_copy(_copied(x, dimension, size, step))
    axis, strides = dimension % x.ndim, x.stride()
    shape = (*x.shape[:axis], (x.shape[axis] - size) // step + 1, *x.shape[axis + 1 :], size)
    return as_strided(x, shape, (*strides[:axis], strides[axis] * step, *strides[axis + 1 :], strides[axis]))

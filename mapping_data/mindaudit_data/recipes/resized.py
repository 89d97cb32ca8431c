"""`torch.Tensor.resize_` and `resize_as_`: another shape over the same memory, seen by all that hold the tensor. PyNative mode."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from mindspore import Tensor, ops
from mindspore.ops.auto_generate import as_strided

from mindaudit_data.recipes.becomes import becomes
from mindaudit_data.recipes.no_gradients import GradientScope


def resized(x: Tensor, size: int | Sequence[int]) -> Tensor:
    """`x` itself, which has this shape from now on; its elements are those that follow its first one in memory.

    Where the memory ends before, `x` gets new one: 0 stands after the old elements, where torch sets nothing, and what shares the old
    memory keeps that. What is stored into a view of another tensor while operations are recorded reaches that view alone.
    """
    shape = (size,) if isinstance(size, int) else tuple(size)
    if shape == x.shape:
        return x
    with GradientScope(False):
        found = becomes(x, _placed(x, shape))
    found.parent_tensor_ = None  # MindSpore would store the whole into what it was taken from, which has other shapes
    return found


def _placed(x: Tensor, shape: tuple[int, ...]) -> Tensor:
    """A tensor of this shape over the memory of `x`, or over new memory."""
    start = x.storage_offset()
    left = x.untyped_storage().nbytes() // x.itemsize - start
    if prod(shape) <= left:
        return as_strided(x, shape, _steps(shape), start)
    old = as_strided(x, (left,), (1,), start) if left else x.reshape(-1)
    return ops.cat((old, ops.zeros((prod(shape) - left,), x.dtype))).reshape(shape)


def _steps(shape: Sequence[int]) -> tuple[int, ...]:
    """How many elements lie between neighbours along each dimension."""
    return tuple(prod(shape[axis + 1 :]) for axis in range(len(shape)))

"""`torch.as_strided` and `torch.as_strided_scatter`: MindSpore shows no memory layout, so positions are computed."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def as_strided(x: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = 0) -> Tensor:
    """The elements of a contiguous tensor that a view of this size, stride and offset would show, as a copy."""
    return ops.gather(x.reshape(-1), strided_positions(size, stride, storage_offset or 0), 0)


def as_strided_scatter(x: Tensor, src: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = 0) -> Tensor:
    """A contiguous tensor in which the elements of that view are replaced by `src`."""
    positions = strided_positions(size, stride, storage_offset or 0)
    return ops.tensor_scatter_update(x.reshape(-1), positions.reshape(-1, 1), src.reshape(-1)).reshape(x.shape)


def strided_positions(size: Sequence[int], stride: Sequence[int], offset: int = 0) -> Tensor:
    """The place in flat storage of each element of a strided view: int64, of shape `size`."""
    positions = ops.zeros(tuple(size), ops.arange(1).dtype) + offset
    for axis, (length, step) in enumerate(zip(size, stride)):
        shape = [1] * len(size)
        shape[axis] = length
        positions = positions + ops.arange(length).reshape(shape) * step
    return positions

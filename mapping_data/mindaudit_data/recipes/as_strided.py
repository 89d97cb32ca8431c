"""`torch.as_strided` and `torch.as_strided_scatter`.

In PyNative mode a view of the memory, by an operator that MindSpore does not document, unless gradients are recorded: it has none on CPU.
Then it is a copy of the tensor's own elements; in graphs a copy by computed positions, which is exact for contiguous tensors.
"""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.no_gradients import carry_gradients
from mindaudit_data.recipes.scope import compiled_as

try:
    from mindspore.ops.auto_generate import as_strided as _view
except ImportError:  # older releases have no such operator
    _view = None


def _copied(x: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    return ops.gather(x.reshape(-1), strided_positions(size, stride, storage_offset or 0), 0)


def can_be_viewed(x: Any) -> bool:
    """Whether MindSpore has views by strides, and nothing of a tensor is recorded for gradients."""
    return _view is not None and not carry_gradients(x)


def marked_copy(copied: Any) -> Any:
    """A copy where torch has a view: what is stored into it is refused by `overwritten`."""
    copied.is_strided_copy = True
    return copied


def _own_positions(x: Tensor, places: Tensor) -> Tensor:
    """The positions of a tensor's own elements that lie at these places of its memory. Raises RuntimeError if others lie there."""
    own = strided_positions(x.shape, x.stride(), x.storage_offset()).asnumpy().reshape(-1)
    wanted = places.asnumpy()
    found = np.full(max(int(own.max(initial=-1)), int(wanted.max(initial=-1))) + 1, -1)
    found[own] = np.arange(own.size)
    if wanted.size and found[wanted].min() < 0:
        raise RuntimeError("A view by strides of what is recorded for gradients shows memory of another tensor")
    return Tensor(found[wanted])


@compiled_as(_copied)
def as_strided(x: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Any:
    """The elements of a tensor's memory that this size, stride and offset show: a view, or a copy where gradients are recorded."""
    offset = x.storage_offset() if storage_offset is None else storage_offset
    if not can_be_viewed(x):
        return marked_copy(ops.gather(x.reshape(-1), _own_positions(x, strided_positions(size, stride, offset)), 0))
    return _view(x, tuple(map(int, size)), tuple(map(int, stride)), int(offset))


def as_strided_scatter(x: Tensor, src: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = 0) -> Tensor:
    """A contiguous tensor in which the elements of that view are replaced by `src`, as a copy."""
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

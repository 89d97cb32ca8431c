"""`torch.unravel_index`."""

from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor


def unravel_index(indices: Tensor, shape: int | Sequence[int]) -> tuple[Tensor, ...]:
    """Coordinates in a tensor of `shape` of flat positions: one tensor a dimension, each shaped like `indices`."""
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    coordinates = []
    for size in sizes[::-1]:
        coordinates.append(indices % size)
        indices = indices // size
    return tuple(coordinates[::-1])

"""`torch.broadcast_shapes` and `torch.broadcast_tensors`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def broadcast_shapes(*shapes: int | Sequence[int]) -> tuple[int, ...]:
    """The shape to which these shapes broadcast. Raises ValueError if they do not."""
    sizes = [(shape,) if isinstance(shape, int) else tuple(shape) for shape in shapes]
    rank = max([len(shape) for shape in sizes], default=0)
    padded = [(1,) * (rank - len(shape)) + shape for shape in sizes]
    result = tuple([next((n for n in column if n != 1), 1) for column in zip(*padded)])
    if any(n not in (1, whole) for shape in padded for n, whole in zip(shape, result)):
        raise ValueError(f"shapes {sizes} do not broadcast")
    return result


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """The tensors, expanded to their common shape."""
    shape = broadcast_shapes(*[tensor.shape for tensor in tensors])
    return tuple([ops.broadcast_to(tensor, shape) for tensor in tensors])

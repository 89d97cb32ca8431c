"""`torch.broadcast_shapes` and `torch.broadcast_tensors`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def broadcast_shapes(*shapes: int | Sequence[int]) -> tuple[int, ...]:
    """The shape to which these shapes broadcast. Raises ValueError if they do not."""
    result: tuple[int, ...] = ()
    for shape in shapes:
        result = _common(result, (shape,) if isinstance(shape, int) else tuple(shape))
    return result


def broadcast_tensors(*tensors: Tensor) -> tuple[Tensor, ...]:
    """The tensors, expanded to their common shape."""
    shape = broadcast_shapes(*[tensor.shape for tensor in tensors])
    return tuple([ops.broadcast_to(tensor, shape) for tensor in tensors])


def _common(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    rank = max(len(first), len(second))
    whole = []
    for a, b in zip((1,) * (rank - len(first)) + first, (1,) * (rank - len(second)) + second):
        if a not in (1, b) and b != 1:
            raise ValueError(f"shapes {first} and {second} do not broadcast")
        whole.append(b if a == 1 else a)
    return tuple(whole)

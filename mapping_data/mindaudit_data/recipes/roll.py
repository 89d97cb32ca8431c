"""`torch.roll` where the backend has no such kernel (CPU)."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


def roll(x: Tensor, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Tensor:
    """Shift elements along dimensions, or along the flattened tensor; what leaves one end enters at the other.

    A slice and a concatenation a dimension: exact for every dtype, on every backend.
    """
    if dims is None or (not isinstance(dims, int) and len(dims) == 0):
        shift = shifts if isinstance(shifts, int) else shifts[0]
        return _roll_axis(x.reshape(-1), shift, 0).reshape(x.shape)
    pairs = [(shifts, dims)] if isinstance(dims, int) and isinstance(shifts, int) else zip(_sequence(shifts), _sequence(dims))
    for shift, dim in pairs:
        x = _roll_axis(x, shift, dim)
    return x


def _sequence(value: int | Sequence[int]) -> Sequence[int]:
    return (value,) if isinstance(value, int) else value


def _roll_axis(x: Tensor, shift: int, dim: int) -> Tensor:
    size = x.shape[dim] if x.ndim else 1
    first = -shift % size if size else 0
    if first == 0:
        return x
    head, tail = ops.split(x, [first, size - first], dim)
    return ops.cat((tail, head), dim)

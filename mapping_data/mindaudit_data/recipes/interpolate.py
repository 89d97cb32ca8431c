"""`torch.nn.functional.interpolate` and its older names, in every mode, also anti-aliased; MindSpore's know parts of it on each backend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops
from mindspore.ops.primitive import constexpr


def interpolate(
    x: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """Resize the dimensions after the second: "nearest", "nearest-exact", "linear", "bilinear", "trilinear", "bicubic", "area".

    One axis after the other: elements are gathered and weighted, or, for "area" and `antialias`, multiplied by a matrix.
    """
    space = x.ndim - 2
    factors = None if scale_factor is None else _each(scale_factor, space)
    sizes = _whole(_each(size, space)) if factors is None else tuple([math.floor(x.shape[d + 2] * float(f)) for d, f in enumerate(factors)])
    keep = factors is not None and not recompute_scale_factor
    for d in range(space):
        step = _step(x.shape[d + 2], sizes[d], factors[d] if factors and keep else None, bool(align_corners))
        if antialias:
            x = _matrix(x, d + 2, _antialiased(x.shape[d + 2], sizes[d], step, mode == "bicubic"))
        elif mode == "area":
            x = _matrix(x, d + 2, _area(x.shape[d + 2], sizes[d]))
        elif mode.startswith("nearest"):
            x = _nearest(x, d + 2, sizes[d], step, mode == "nearest-exact")
        else:
            x = _weighted(x, d + 2, sizes[d], step, bool(align_corners), mode == "bicubic")
    return x


def _each(value: Any, count: int) -> tuple[Any, ...]:
    return (value,) * count if isinstance(value, (int, float)) else tuple(value)


def _whole(sizes: tuple[Any, ...]) -> tuple[int, ...]:
    """Sizes that are tensors of one element as numbers."""
    return tuple([int(size) if isinstance(size, Tensor) else size for size in sizes])


def _step(length: int, size: int, factor: float | None, align_corners: bool) -> float:
    """How far apart in the input two neighbours of the output stand."""
    if align_corners:
        return (length - 1) / (size - 1) if size > 1 else 0.0
    return length / size if factor is None else 1.0 / factor


def _nearest(x: Tensor, axis: int, size: int, step: float, exact: bool) -> Tensor:
    places = ops.arange(size).astype(mindspore.float32) + (0.5 if exact else 0.0)
    return ops.gather(x, ops.floor(places * step).astype(mindspore.int64).clip(0, x.shape[axis] - 1), axis)


def _weighted(x: Tensor, axis: int, size: int, step: float, align_corners: bool, cubic: bool) -> Tensor:
    places = ops.arange(size).astype(mindspore.float32)
    source = places * step if align_corners else (places + 0.5) * step - 0.5
    source = source if cubic or align_corners else ops.relu(source)
    left = ops.floor(source)
    rest = (source - left).astype(x.dtype).reshape((size,) + (1,) * (x.ndim - axis - 1))
    weights = _cubic(rest) if cubic else [1 - rest, rest]
    first = left.astype(mindspore.int64) - (1 if cubic else 0)
    total = ops.zeros_like(rest)
    for k, weight in enumerate(weights):
        total = total + weight * ops.gather(x, (first + k).clip(0, x.shape[axis] - 1), axis)
    return total


def _cubic(t: Tensor) -> list[Tensor]:
    """Keys' kernel with a = -0.75 at the four neighbours of a place that lies t behind the second one."""
    a = -0.75
    outer = [((a * s - 5 * a) * s + 8 * a) * s - 4 * a for s in (t + 1, 2 - t)]
    inner = [((a + 2) * s - (a + 3)) * s * s + 1 for s in (t, 1 - t)]
    return [outer[0], inner[0], inner[1], outer[1]]


def _matrix(x: Tensor, axis: int, rows: Sequence[Sequence[float]]) -> Tensor:
    """Each output element as a weighted sum over the axis."""
    return ops.matmul(x.swapaxes(axis, -1), Tensor(rows, x.dtype).T).swapaxes(axis, -1)


@constexpr
def _area(length: int, size: int) -> tuple[tuple[float, ...], ...]:
    """Weights of the mean over the elements that each output covers."""
    rows = []
    for i in range(size):
        start, end = i * length // size, -(-(i + 1) * length // size)
        rows.append(tuple(1.0 / (end - start) if start <= k < end else 0.0 for k in range(length)))
    return tuple(rows)


@constexpr
def _antialiased(length: int, size: int, step: float, cubic: bool) -> tuple[tuple[float, ...], ...]:
    """Weights of a triangle or of Keys' kernel with a = -0.5, stretched by the step where that is above 1, normalized."""
    wide = max(step, 1.0)
    reach = (2.0 if cubic else 1.0) * wide
    rows = []
    for i in range(size):
        centre = step * (i + 0.5)
        low, high = max(int(centre - reach + 0.5), 0), min(int(centre + reach + 0.5), length)
        values = [_filter((k - centre + 0.5) / wide, cubic) if low <= k < high else 0.0 for k in range(length)]
        total = sum(values)
        rows.append(tuple(value / total for value in values))
    return tuple(rows)


def _filter(t: float, cubic: bool) -> float:
    t = abs(t)
    if not cubic:
        return max(1.0 - t, 0.0)
    a = -0.5
    if t < 1:
        return ((a + 2) * t - (a + 3)) * t * t + 1
    return ((t - 5) * t + 8) * t * a - 4 * a if t < 2 else 0.0

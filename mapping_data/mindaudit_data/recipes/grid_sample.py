"""`torch.nn.functional.grid_sample` and `torch.grid_sampler…`, with bicubic interpolation, and `affine_grid`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops


def grid_sample(x: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool | None = False) -> Tensor:
    """Values of `x` (N, C, …) at places of `grid` (N, …, 2 or 3), whose coordinates run from -1 to 1, the last dimension's first.

    `mode` "bilinear", "nearest" or (images only) "bicubic"; `padding_mode` "zeros", "border" or "reflection".
    Each neighbour is one gather from flat space. Tolerance 1e-5; a place exactly between two elements may round to the other one.
    """
    corners = bool(align_corners)
    lengths = x.shape[2:]
    places = [_unnormalized(grid[..., d], lengths[-1 - d], corners) for d in range(len(lengths))][::-1]
    if mode != "bicubic":
        places = [_inside(place, n, padding_mode, corners) for place, n in zip(places, lengths)]
    taps = [_taps(place, mode, x.dtype) for place in places]
    total = ops.zeros((*x.shape[:2], *grid.shape[1:-1]), x.dtype)
    for corner in _corners(taps):
        indices = [index if mode != "bicubic" else _whole(index, n, padding_mode, corners) for (index, _), n in zip(corner, lengths)]
        total = total + _read(x, indices) * _product([weight for _, weight in corner])
    return total


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = False) -> Tensor:
    """The grid for `grid_sample` of an affine map: (N, 2, 3) and (N, C, H, W), or (N, 3, 4) and (N, C, D, H, W)."""
    axes = []
    for length in size[2:]:
        line = ops.arange(length).astype(theta.dtype)
        axes.append(line * (2.0 / max(length - 1, 1)) - (1.0 if length > 1 else 0.0) if align_corners else (2 * line + 1) / length - 1)
    shape = tuple(size[2:])
    columns = []
    for d, line in enumerate(axes):
        columns.append(ops.broadcast_to(line.reshape((1,) * d + (-1,) + (1,) * (len(shape) - d - 1)), shape).reshape(-1))
    base = ops.stack([*columns[::-1], ops.ones_like(columns[0])], -1)
    return ops.matmul(base, theta.swapaxes(1, 2)).reshape((size[0], *shape, len(shape)))


def _unnormalized(place: Tensor, length: int, corners: bool) -> Tensor:
    return (place + 1) / 2 * (length - 1) if corners else ((place + 1) * length - 1) / 2


def _inside(place: Tensor, length: int, padding_mode: str, corners: bool) -> Tensor:
    if padding_mode == "reflection":
        place = _reflected(place, 0.0, length - 1.0) if corners else _reflected(place, -0.5, length - 0.5)
    return place if padding_mode == "zeros" else place.clip(0, length - 1)


def _reflected(place: Tensor, low: float, high: float) -> Tensor:
    """Fold the line at both ends until every place lies between them."""
    span = high - low
    if span == 0:
        return ops.zeros_like(place)
    distance = ops.abs(place - low)
    turns = ops.floor(distance / span)
    rest = distance - turns * span
    even = ops.floor(turns / 2) * 2 == turns
    return ops.where(even, low + rest, high - rest)


def _taps(place: Tensor, mode: str, dtype: mindspore.Type) -> list[tuple[Tensor, Tensor]]:
    """The neighbours along one axis, as (index in floating point, weight)."""
    if mode == "nearest":
        return [(ops.round(place), ops.ones_like(place).astype(dtype))]
    left = ops.floor(place)
    rest = place - left
    if mode == "bilinear":
        return [(left, 1 - rest), (left + 1, rest)]
    a = -0.75
    outer = [((a * s - 5 * a) * s + 8 * a) * s - 4 * a for s in (rest + 1, 2 - rest)]
    inner = [((a + 2) * s - (a + 3)) * s * s + 1 for s in (rest, 1 - rest)]
    return [(left - 1, outer[0]), (left, inner[0]), (left + 1, inner[1]), (left + 2, outer[1])]


def _whole(index: Tensor, length: int, padding_mode: str, corners: bool) -> Tensor:
    return ops.round(_inside(index, length, padding_mode, corners))


def _corners(taps: list[list[tuple[Tensor, Tensor]]]) -> list[list[tuple[Tensor, Tensor]]]:
    """Every combination of one neighbour an axis."""
    combined: list[list[tuple[Tensor, Tensor]]] = [[]]
    for axis in taps:
        longer: list[list[tuple[Tensor, Tensor]]] = []
        for chosen in combined:
            longer = longer + [[*chosen, tap] for tap in axis]
        combined = longer
    return combined


def _product(weights: list[Tensor]) -> Tensor:
    product = weights[0]
    for weight in weights[1:]:
        product = product * weight
    return product.expand_dims(1)


def _read(x: Tensor, indices: list[Tensor]) -> Tensor:
    """x[n, :, i, j, …] at whole places, 0 outside."""
    batch, channels = x.shape[:2]
    flat, valid = ops.zeros_like(indices[0]).astype(mindspore.int64), ops.ones_like(indices[0]).astype(mindspore.bool_)
    for index, length in zip(indices, x.shape[2:]):
        valid = ops.logical_and(valid, ops.logical_and(index >= 0, index <= length - 1))
        flat = flat * length + index.clip(0, length - 1).astype(mindspore.int64)
    places = ops.broadcast_to(flat.reshape((batch, 1, -1)), (batch, channels, flat.size // batch))
    values = ops.gather_elements(x.reshape((batch, channels, -1)), 2, places).reshape((batch, channels, *flat.shape[1:]))
    return values * valid.expand_dims(1).astype(x.dtype)

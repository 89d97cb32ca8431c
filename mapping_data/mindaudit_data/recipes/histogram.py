"""`torch.histogram` and `torch.histogramdd`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result


def histogram(
    x: Tensor,
    bins: int | Tensor,
    *,
    range: Sequence[float] | None = None,  # noqa: A002 - torch's name
    weight: Tensor | None = None,
    density: bool = False,
) -> tuple[Tensor, Tensor]:
    """Counts, or sums of weights, of all elements in bins between edges; the last bin includes its right edge."""
    ranges = None if range is None else tuple(range)
    samples = x.reshape(-1, 1)
    result = histogramdd(samples, (bins,), range=ranges, weight=None if weight is None else weight.reshape(-1), density=density)
    return named_result((result[0], result[1][0]), "hist", "bin_edges")


def histogramdd(
    x: Tensor,
    bins: int | Sequence[int | Tensor],
    *,
    range: Sequence[float] | None = None,  # noqa: A002 - torch's name
    weight: Tensor | None = None,
    density: bool = False,
) -> tuple[Tensor, tuple[Tensor, ...]]:
    """The same of points in the last dimension of `x`: a count for each cell of the grid, and the edges along each coordinate."""
    points = x.reshape(-1, x.shape[-1])
    columns = [points[:, d] for d in _upto(points.shape[1])]
    wanted = [bins] * len(columns) if isinstance(bins, int) else list(bins)
    edges = [_edges(column, wanted[d], None if range is None else range[2 * d : 2 * d + 2]) for d, column in enumerate(columns)]
    place, inside = ops.zeros((points.shape[0],), mindspore.int64), ops.ones((points.shape[0],), mindspore.bool_)
    for column, edge in zip(columns, edges):
        last = edge.shape[0] - 2
        bin_of = (edge.reshape(1, -1) <= column.reshape(-1, 1)).astype(mindspore.int32).sum(-1).astype(mindspore.int64) - 1
        place = place * (last + 1) + bin_of.clip(0, last)
        inside = ops.logical_and(inside, ops.logical_and(column >= edge[0], column <= edge[last + 1]))
    sizes = tuple([edge.shape[0] - 1 for edge in edges])
    weights = (ops.ones_like(columns[0]) if weight is None else weight.reshape(-1)) * inside.astype(x.dtype)
    total = 1
    for size in sizes:
        total *= size
    hist = ops.tensor_scatter_add(ops.zeros((total,), x.dtype), place.reshape(-1, 1), weights).reshape(sizes)
    return named_result((_density(hist, edges) if density else hist, tuple(edges)), "hist", "bin_edges")


def _upto(count: int) -> list[int]:
    return [d for d, _ in enumerate((None,) * count)]


def _edges(column: Tensor, bins: int | Tensor, limits: Sequence[float] | None) -> Tensor:
    if isinstance(bins, Tensor):
        return bins
    low, high = (column.min(), column.max()) if limits is None else (Tensor(limits[0], column.dtype), Tensor(limits[1], column.dtype))
    same = (low == high).astype(column.dtype)
    low, high = low - 0.5 * same, high + 0.5 * same
    steps = ops.arange(bins + 1).astype(column.dtype)
    # the upper half counts down from the top, so that both ends are exact
    step = (high - low) / bins
    return ops.where(steps < (bins + 1) // 2, low + step * steps, high - step * (bins - steps))


def _density(hist: Tensor, edges: list[Tensor]) -> Tensor:
    volume = ops.ones((), hist.dtype)
    for edge in edges:
        volume = volume.expand_dims(-1) * (edge[1:] - edge[:-1])
    return hist / hist.sum() / volume.reshape(hist.shape)

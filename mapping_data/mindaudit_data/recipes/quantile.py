"""`torch.quantile` and `torch.nanquantile` where the backend has no such kernel (CPU)."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.sort_int64 import exactly_sorted


def quantile(x: Tensor, q: float | Tensor, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
    """The q-quantiles along `dim`, or of all elements; NaN where a slice holds NaN.

    A one-dimensional `q` adds a leading dimension. `interpolation` is linear, lower, higher, midpoint or nearest.
    Sorts and reads at rank q * (n - 1), as torch does. Any backend that sorts; within 1e-6 in float32.
    """
    rows = _rows(x, dim)
    values = _read(exactly_sorted(rows)[0], q, float(rows.shape[-1]) * ops.ones_like(rows[..., :1]), interpolation)
    poisoned = ops.isnan(rows).astype(rows.dtype).sum(-1, keepdims=True) > 0
    return _arrange(ops.where(poisoned, float("nan"), values), x, q, dim, keepdim)


def nanquantile(x: Tensor, q: float | Tensor, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear") -> Tensor:
    """The same with NaN left out; NaN only where a slice holds nothing else."""
    rows = _rows(x, dim)
    missing = ops.isnan(rows)
    count = mint.logical_not(missing).astype(rows.dtype).sum(-1, keepdims=True)
    values = _read(exactly_sorted(ops.where(missing, float("inf"), rows))[0], q, count, interpolation)
    return _arrange(ops.where(count == 0, float("nan"), values), x, q, dim, keepdim)


def _rows(x: Tensor, dim: int | None) -> Tensor:
    """The slices as rows of the last dimension."""
    return x.reshape(-1) if dim is None or x.ndim == 0 else ops.moveaxis(x, dim, -1)


def _read(ordered: Tensor, q: float | Tensor, count: Tensor, interpolation: str) -> Tensor:
    """The elements of ordered rows at rank q * (count - 1), one column for each q."""
    wanted = q.reshape(-1).astype(ordered.dtype) if isinstance(q, Tensor) else mindspore.tensor(q, ordered.dtype)
    rank = ops.clamp(wanted * (count - 1), min=0)
    below = ops.round(rank) if interpolation == "nearest" else ops.ceil(rank) if interpolation == "higher" else ops.floor(rank)
    lower = ops.gather_elements(ordered, -1 if ordered.ndim else 0, below.astype("int64"))
    if interpolation not in ("linear", "midpoint"):
        return lower
    upper = ops.gather_elements(ordered, -1, ops.ceil(rank).astype("int64"))
    weight = 0.5 * (rank > below).astype(rank.dtype) if interpolation == "midpoint" else rank - below
    return lower + weight * (upper - lower)


def _arrange(values: Tensor, x: Tensor, q: float | Tensor, dim: int | None, keepdim: bool) -> Tensor:
    """One column for each q, in torch's shape."""
    values = ops.moveaxis(values, -1, 0)
    if keepdim:
        values = values.reshape((values.shape[0],) + (1,) * x.ndim) if dim is None or x.ndim == 0 else values.expand_dims(dim % x.ndim + 1)
    return values if isinstance(q, Tensor) and q.ndim == 1 else values[0]

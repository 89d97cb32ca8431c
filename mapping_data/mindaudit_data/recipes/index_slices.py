"""`torch.index_add`, `index_copy`, `index_fill`, `index_reduce` and `index_select`, for any index dtype, without touching their input.

MindSpore's `index_add` takes int32 only and, on CPU, changes its first argument.
"""

from __future__ import annotations

from collections.abc import Callable

import mindspore
from mindspore import Tensor, ops


def index_add(x: Tensor, dim: int, index: Tensor, source: Tensor, alpha: float = 1) -> Tensor:
    """`x` with alpha * source[.., i, ..] added to its slice index[i] along `dim`; equal indices add up."""
    kind = mindspore.int32 if x.dtype == mindspore.bool_ else x.dtype
    added = source.astype(kind) if alpha == 1 else (source * alpha).astype(kind)
    if kind in (mindspore.complex64, mindspore.complex128):
        parts = [_on_slices(ops.tensor_scatter_add, part(x), dim, index, part(added)) for part in (ops.real, ops.imag)]
        return ops.Complex()(parts[0], parts[1])
    return _on_slices(ops.tensor_scatter_add, x.astype(kind), dim, index, added).astype(x.dtype)


def index_copy(x: Tensor, dim: int, index: Tensor, source: Tensor) -> Tensor:
    """`x` with its slices index[i] along `dim` replaced by source[.., i, ..]."""
    return _on_slices(ops.tensor_scatter_update, x, dim, index, source)


def index_fill(x: Tensor, dim: int, index: Tensor, value: Tensor | float) -> Tensor:
    """`x` with its slices at `index` along `dim` filled with a number or a tensor of one."""
    slices = index_select(x, dim, index)
    filled = ops.zeros_like(slices) + value.astype(x.dtype) if isinstance(value, Tensor) and x.dtype != mindspore.bool_ else None
    if filled is None:
        filled = ops.full(slices.shape, bool(value) if x.dtype == mindspore.bool_ else value, dtype=x.dtype)
    return _on_slices(ops.tensor_scatter_update, x, dim, index, filled)


def index_reduce(x: Tensor, dim: int, index: Tensor, source: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    """`x` with its slices index[i] along `dim` combined with source[.., i, ..]: "prod", "mean", "amax" or "amin"."""
    start = x
    if not include_self:
        fill = _start(source, reduce)
        start = index_copy(x, dim, index, fill)
    if reduce == "mean":
        ones = ops.ones_like(source)
        touched = ops.ones_like(x) if include_self else index_copy(ops.ones_like(x), dim, index, ops.zeros_like(source))
        total, count = index_add(start, dim, index, source), index_add(touched, dim, index, ones)
        return total // count if x.dtype in (mindspore.int64, mindspore.int32) else total / count
    if reduce == "prod":
        return _on_slices(_product, start, dim, index, source)
    return _on_slices(ops.tensor_scatter_max if reduce == "amax" else ops.tensor_scatter_min, start, dim, index, source)


def index_select(x: Tensor, dim: int, index: Tensor) -> Tensor:
    """The slices of `x` at `index` along `dim`; of a scalar, the scalar."""
    if x.ndim == 0:
        return x
    return ops.gather(x, index.reshape(-1), dim % x.ndim)


def _start(source: Tensor, reduce: str) -> Tensor:
    """What changes nothing when it is combined; integers that have no infinity start from one of their own values."""
    if reduce in ("amax", "amin"):
        limit = float("-inf") if reduce == "amax" else float("inf")
        return ops.full_like(source, limit) if source.is_floating_point() else source
    return ops.full_like(source, 1 if reduce == "prod" else 0)


def _product(x: Tensor, places: Tensor, values: Tensor) -> Tensor:
    """A multiplying scatter whose gradient knows of equal places: that of the logarithm times the product, 0 for factors of 0."""
    exact = ops.stop_gradient(ops.tensor_scatter_mul(x, places, values))
    if x.dtype not in (mindspore.float16, mindspore.float32, mindspore.float64):
        return exact
    return exact + exact * ops.tensor_scatter_add(_change(x), places, _change(values))


def _change(x: Tensor) -> Tensor:
    """0, with the gradient of log(abs(x))."""
    fixed = ops.stop_gradient(x)
    return (x - fixed) / ops.where(fixed == 0, ops.ones_like(fixed), fixed) * (fixed != 0).astype(x.dtype)


def _on_slices(combine: Callable[[Tensor, Tensor, Tensor], Tensor], x: Tensor, dim: int, index: Tensor, slices: Tensor) -> Tensor:
    """Apply a reducing scatter to slices along `dim`, by moving that dimension to the front and back."""
    if x.ndim == 0:
        return combine(x.reshape(1), index.reshape(-1, 1), slices.reshape(-1)).reshape(())
    axis = dim % x.ndim
    order = (axis, *[d for d in range(x.ndim) if d != axis])
    back = tuple([order.index(d) for d in range(x.ndim)])
    moved = combine(x.transpose(order), index.reshape(-1, 1), slices.transpose(order))
    return moved.transpose(back)

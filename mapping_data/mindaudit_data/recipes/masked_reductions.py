"""The reductions of `torch.masked`: elements whose mask is False are left out.

`mask` broadcasts to the input; without one all elements count. The masked elements are replaced by what does not change the
reduction, which is what torch gives for a slice with nothing in it, too. Any backend; within 1e-6 in float32.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, mint, ops

from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.floating import floating, summed
from mindaudit_data.recipes.nanmedian import nanmedian

Dims = int | Sequence[int] | None
_LEAST, _GREATEST = -9223372036854775808, 9223372036854775807


def masked_sum(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The sum."""
    kept = _kept(summed(x, dtype), mask, 0)
    return mint.sum(kept, _dims(x, dim), keepdim)


def masked_prod(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The product, along several dimensions one after the other."""
    result = _kept(summed(x, dtype), mask, 1)
    for axis in _dims(x, dim)[::-1]:
        result = mint.prod(result, axis, True)
    return _finish(result, x, dim, keepdim)


def masked_mean(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The mean; NaN where nothing counts."""
    x = x if dtype is None else x.astype(dtype)
    return masked_sum(x, dim, keepdim=keepdim, mask=mask) / _count(x, dim, keepdim, mask)


def masked_amax(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The largest element."""
    x = x if dtype is None else x.astype(dtype)
    return _extreme(mint.amax, _kept(x, mask, _lowest(x.dtype)), dim, keepdim)


def masked_amin(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The smallest element."""
    x = x if dtype is None else x.astype(dtype)
    return _extreme(mint.amin, _kept(x, mask, _highest(x.dtype)), dim, keepdim)


def masked_argmax(x: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The index of the largest element, in the dtype of the input as torch gives it."""
    x = x if dtype is None else x.astype(dtype)
    return _place(_kept(x, mask, _lowest(x.dtype)), dim, keepdim, ops.argmax)


def masked_argmin(x: Tensor, dim: int | None = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The index of the smallest element, in the dtype of the input as torch gives it."""
    x = x if dtype is None else x.astype(dtype)
    return _place(_kept(x, mask, _highest(x.dtype)), dim, keepdim, ops.argmin)


def masked_logsumexp(x: Tensor, dim: Dims = None, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The logarithm of the sum of exponentials."""
    x = floating(x, dtype)
    kept = _kept(x, mask, float("-inf"))
    if kept.ndim == 0:
        return kept
    # Less the largest element, or nothing where nothing counts: infinity less infinity has no value.
    top = ops.stop_gradient(mint.amax(kept, _dims(x, dim), True))
    shift = ops.where(ops.isfinite(top), top, ops.zeros_like(top))
    total = log(mint.sum(exp(kept - shift), _dims(x, dim), True)) + shift
    return _finish(total, x, dim, keepdim)


def masked_norm(
    x: Tensor,
    ord: float = 2.0,  # noqa: A002 - torch's name
    dim: Dims = None,
    *,
    keepdim: bool = False,
    dtype: Any = None,
    mask: Tensor | None = None,
) -> Tensor:
    """The vector norm of order `ord`."""
    x = x if dtype is None else x.astype(dtype)
    kept = _kept(x, mask, float("inf") if ord < 0 else 0)
    if ord in (float("inf"), float("-inf")):
        return _extreme(mint.amax if ord > 0 else mint.amin, ops.abs(kept), dim, keepdim)
    return ops.vector_norm(kept, ord, _dims(x, dim) if x.ndim else None, keepdim)


def masked_median(x: Tensor, dim: int = -1, *, keepdim: bool = False, dtype: Any = None, mask: Tensor | None = None) -> Tensor:
    """The lower median along one dimension; NaN where nothing counts."""
    x = x if dtype is None else x.astype(dtype)
    if x.ndim == 0:
        return _kept(x, mask, float("nan"))
    return nanmedian(_kept(x, mask, float("nan")), dim, keepdim)[0]


def masked_var(
    x: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    *,
    correction: float | None = None,
    keepdim: bool = False,
    dtype: Any = None,
    mask: Tensor | None = None,
) -> Tensor:
    """The variance, divided by n - correction, which is 1 unless `unbiased` is False or it is given."""
    x = floating(x, dtype)
    less = correction if correction is not None else 0 if unbiased is False else 1
    mean = masked_mean(x, dim, keepdim=True, mask=mask)
    squares = masked_sum(ops.square(_kept(x - mean, mask, 0)), dim, keepdim=keepdim, mask=mask)
    return squares / ops.clamp(_count(x, dim, keepdim, mask) - less, min=0)


def masked_std(
    x: Tensor,
    dim: Dims = None,
    unbiased: bool | None = None,
    *,
    correction: float | None = None,
    keepdim: bool = False,
    dtype: Any = None,
    mask: Tensor | None = None,
) -> Tensor:
    """The square root of `masked_var`."""
    return ops.sqrt(masked_var(x, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask))


def _kept(x: Tensor, mask: Tensor | None, instead: float) -> Tensor:
    return x if mask is None else ops.where(mask, x, ops.full_like(x, instead))


def _dims(x: Tensor, dim: Dims) -> tuple[int, ...]:
    """The reduced dimensions, counted from 0; all of them by default."""
    wanted = (dim,) if isinstance(dim, int) else dim
    reduced: tuple[int, ...] = ()
    for axis, _ in enumerate(x.shape):
        if not wanted or axis in wanted or axis - x.ndim in wanted:
            reduced += (axis,)
    return reduced


def _finish(result: Tensor, x: Tensor, dim: Dims, keepdim: bool) -> Tensor:
    """Takes out the reduced dimensions, which have one element now."""
    if keepdim:
        return result
    reduced = _dims(x, dim)
    left: tuple[int, ...] = ()
    for axis, size in enumerate(x.shape):
        if axis not in reduced:
            left += (size,)
    return result.reshape(left)


def _count(x: Tensor, dim: Dims, keepdim: bool, mask: Tensor | None) -> Tensor:
    return masked_sum(ops.ones_like(x), dim, keepdim=keepdim, mask=mask)


def _extreme(reduce: Any, x: Tensor, dim: Dims, keepdim: bool) -> Tensor:
    return reduce(x, _dims(x, dim), keepdim) if x.ndim else x


def _place(x: Tensor, dim: int | None, keepdim: bool, find: Any) -> Tensor:
    if dim is None or x.ndim == 0:
        return find(x.reshape(-1)).reshape((1,) * x.ndim if keepdim else ()).astype(x.dtype)
    return find(x, dim, keepdim).astype(x.dtype)


def _lowest(dtype: Any) -> float:
    """What no element is below."""
    if dtype in (mindspore.float16, mindspore.float32, mindspore.float64, mindspore.bfloat16):
        return float("-inf")
    if dtype == mindspore.uint8:
        return 0
    return -128 if dtype == mindspore.int8 else -32768 if dtype == mindspore.int16 else _LEAST if dtype == mindspore.int64 else -2147483648


def _highest(dtype: Any) -> float:
    """What no element is above."""
    if dtype in (mindspore.float16, mindspore.float32, mindspore.float64, mindspore.bfloat16):
        return float("inf")
    if dtype == mindspore.uint8:
        return 255
    return 127 if dtype == mindspore.int8 else 32767 if dtype == mindspore.int16 else _GREATEST if dtype == mindspore.int64 else 2147483647

"""torch's functions whose parameters MindSpore's functions and our recipes call otherwise, or lack: each with torch's own signature."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor

from mindaudit_data.recipes.angle import angle as _angle
from mindaudit_data.recipes.framework.into_out import take_out
from mindaudit_data.recipes.leaky_units import log_softmax_over, softmax_over
from mindaudit_data.recipes.max_pool import adaptive_max_pool1d as _adaptive_max_pool1d
from mindaudit_data.recipes.nanmean import nanmean as _nanmean
from mindaudit_data.recipes.nonzero import nonzero as _nonzero
from mindaudit_data.recipes.search_sorted import bucketize as _bucketize
from mindaudit_data.recipes.search_sorted import search_sorted as _search_sorted
from mindaudit_data.recipes.sort_int64 import sort_int64 as _sort
from mindaudit_data.recipes.sort_int64 import sort_stable as _sort_stable
from mindaudit_data.recipes.sort_int64 import topk_int64 as _topk
from mindaudit_data.recipes.sparse_forms import sparse_mm as _sparse_mm
from mindaudit_data.recipes.vander import vander as _vander
from mindaudit_data.recipes.variance import std as _std
from mindaudit_data.recipes.variance import var as _var


def adaptive_max_pool1d(input: Tensor, output_size: Any) -> tuple[Tensor, Tensor]:
    """So many maxima over nearly equal parts of the last dimension, and their places; `nn.functional` has one that gives maxima alone."""
    values, places = _adaptive_max_pool1d(input, output_size, True)
    return values, places


def adjoint(input: Tensor) -> Tensor:
    """The conjugate, its last two dimensions exchanged."""
    return mindspore.ops.adjoint(input)


def aminmax(input: Tensor, *, dim: int | None = None, keepdim: bool = False) -> tuple[Tensor, Tensor]:
    """The smallest and the largest elements, of all or along `dim`."""
    return mindspore.ops.aminmax(input, axis=dim, keepdims=keepdim)


def angle(input: Tensor) -> Tensor:
    """The angle of complex numbers; of real ones 0, or pi below 0."""
    return _angle(input)


def argsort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
    """The positions that sort `input` along `dim`."""
    return sort(input, dim, descending, stable)[1]


def atleast_1d(*tensors: Any) -> Any:
    """The tensor with one dimension at least, or several such; they can come as one sequence."""
    return mindspore.ops.atleast_1d(_several(tensors))


def atleast_2d(*tensors: Any) -> Any:
    """The same with two dimensions."""
    return mindspore.ops.atleast_2d(_several(tensors))


def atleast_3d(*tensors: Any) -> Any:
    """The same with three dimensions."""
    return mindspore.ops.atleast_3d(_several(tensors))


def _several(tensors: tuple[Any, ...]) -> Any:
    return tensors[0] if len(tensors) == 1 else tensors


def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor:
    """The tensor in a larger shape; -1 keeps a length."""
    return mindspore.ops.broadcast_to(input, tuple(size))


def bucketize(input: Tensor | float, boundaries: Tensor, *, out_int32: bool = False, right: bool = False) -> Tensor:
    """The place of each element among ordered boundaries."""
    return _bucketize(input, boundaries, out_int32=out_int32, right=right)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """A new tensor, also with `inplace`."""
    return mindspore.ops.celu(input, float(alpha))


def clamp_max(input: Tensor, max: Any) -> Tensor:
    """The elements, none larger than `max`."""
    return mindspore.ops.clamp(input, max=max)


def clamp_min(input: Tensor, min: Any) -> Tensor:
    """The elements, none smaller than `min`."""
    return mindspore.ops.clamp(input, min=min)


def clone(input: Tensor, *, memory_format: Any = None) -> Tensor:
    """A copy, through which gradients flow; `Tensor.copy` of a Parameter is another Parameter."""
    return mindspore.ops.deepcopy(input)


def count_nonzero(input: Tensor, dim: Any = None) -> Tensor:
    """How many elements are not 0, of all or along `dim`."""
    return mindspore.ops.count_nonzero(input, () if dim is None else dim).long()


def cummax(input: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """The largest elements so far along `dim`, and their positions."""
    return mindspore.ops.cummax(input, dim)


def cummin(input: Tensor, dim: int) -> tuple[Tensor, Tensor]:
    """The smallest elements so far along `dim`, and their positions."""
    return mindspore.ops.cummin(input, dim)


def cumsum(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Sums so far along `dim`; whole numbers and booleans are summed as int64, as in torch."""
    if dtype is None and not (input.is_floating_point() or input.is_complex()):
        return mindspore.ops.cumsum(input.long(), dim)
    return mindspore.ops.cumsum(input, dim, dtype)


def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """The product of two vectors."""
    return mindspore.mint.matmul(input, tensor)


def equal(input: Tensor, other: Tensor) -> bool:
    """Whether both have the same shape and elements."""
    return input.shape == other.shape and bool(mindspore.ops.equal(input, other).all())


def fmin(input: Tensor, other: Tensor) -> Tensor:
    """The smaller elements, numbers before NaN."""
    return -mindspore.ops.fmax(-input, -other)


def frac(input: Tensor) -> Tensor:
    """What follows the decimal point."""
    return mindspore.ops.frac(input)


def isnan(input: Tensor) -> Tensor:
    """Where an element is no number."""
    return mindspore.ops.isnan(input)


def isneginf(input: Tensor) -> Tensor:
    """Where an element is minus infinity."""
    return input == -math.inf


def log_softmax(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """The logarithm of softmax along `dim`."""
    return log_softmax_over(input, dim, dtype)


def logcumsumexp(input: Tensor, dim: int) -> Tensor:
    """The logarithm of the sums of exponentials so far along `dim`."""
    return mindspore.ops.logcumsumexp(input, dim)


def masked_fill(input: Tensor, mask: Tensor, value: Any) -> Tensor:
    """The elements, with `value` where the mask is true."""
    return input.masked_fill(mask, value)


def median(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Any:
    """The median of all elements, or those along `dim` with their places."""
    return mindspore.ops.median(input.reshape(-1), 0)[0] if dim is None else mindspore.ops.median(input, dim, keepdim)


def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of two matrices."""
    return mindspore.ops.matmul(input, mat2)


def nanmean(input: Tensor, dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The mean of what is a number."""
    return _nanmean(input, dim, keepdim, dtype=dtype)


def rot90(input: Tensor, k: int = 1, dims: Sequence[int] = (0, 1)) -> Tensor:
    """The tensor turned by k quarter turns in the plane of two dimensions."""
    return mindspore.ops.rot90(input, k, list(dims))


def row_stack(tensors: Sequence[Tensor]) -> Tensor:
    """The tensors below each other."""
    return mindspore.ops.vstack(tuple(tensors))


def searchsorted(
    sorted_sequence: Tensor,
    input: Any,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Where each element would be put in to keep the order."""
    return _search_sorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)


def softmax(input: Tensor, dim: int, *, dtype: Any = None) -> Tensor:
    """Softmax along `dim`."""
    return softmax_over(input, dim, dtype)


def spmm(input: Any, mat2: Any) -> Tensor:
    """The matrix product, of sparse tensors too, as a dense tensor."""
    return _sparse_mm(input, mat2)


dsmm = hspmm = spmm


def sort(input: Tensor, dim: int = -1, descending: bool = False, stable: bool = False) -> Any:
    """Values and indices, ordered along `dim`."""
    return _sort_stable(input, dim, descending) if stable else _sort(input, dim, descending)


def squeeze(input: Tensor, dim: int | Sequence[int] | None = None) -> Tensor:
    """The tensor without its dimensions of length 1, or without those among `dim`."""
    if dim is None or isinstance(dim, int):
        return input.squeeze() if dim is None else mindspore.mint.squeeze(input, dim)
    for place in sorted((each % max(input.ndim, 1) for each in dim), reverse=True):
        input = mindspore.mint.squeeze(input, place)
    return input


def stack(tensors: Sequence[Tensor], dim: int = 0) -> Tensor:
    """The tensors side by side along a new dimension."""
    return mindspore.ops.stack(tensors, dim)


def std(input: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None) -> Tensor:
    """The standard deviation of all elements or along `dim`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    return _std(input, dim, correction=int(unbiased) if correction is None else correction, keepdim=keepdim)


def std_mean(input: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None) -> Any:
    """The standard deviation and the mean."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    return std(input, dim, unbiased, keepdim, correction=correction), mindspore.mint.mean(input, dim, keepdim)


def topk(input: Tensor, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    """The k largest elements, or smallest, and their positions."""
    return _topk(input, k, dim, largest, sorted)


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = mindspore.int64, **_: Any) -> Tensor:
    """Rows and columns of a lower triangle, shaped (2, n)."""
    return mindspore.ops.tril_indices(row, col, offset, dtype=dtype)


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = mindspore.int64, **_: Any) -> Tensor:
    """Rows and columns of an upper triangle, shaped (2, n)."""
    return mindspore.ops.triu_indices(row, col, offset, dtype=dtype)


def true_divide(dividend: Any, divisor: Any) -> Tensor:
    """The quotients, with their fractions."""
    return mindspore.mint.div(dividend, divisor)


def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:  # noqa: N803 - torch's name
    """The powers of each element, descending; `linalg` has one that ascends."""
    return _vander(x, N, increasing)


def var(input: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None) -> Tensor:
    """The variance of all elements or along `dim`."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    return _var(input, dim, correction=int(unbiased) if correction is None else correction, keepdim=keepdim)


def var_mean(input: Tensor, dim: Any = None, unbiased: bool = True, keepdim: bool = False, *, correction: float | None = None) -> Any:
    """The variance and the mean."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    return var(input, dim, unbiased, keepdim, correction=correction), mindspore.mint.mean(input, dim, keepdim)


def where(condition: Tensor, input: Any = None, other: Any = None) -> Any:
    """The elements of one where the condition is true, of the other elsewhere; the places of what is true for the condition alone."""
    if input is None and other is None:
        return _nonzero(condition, True)
    return mindspore.mint.where(condition.bool(), input, other)


take_out(globals())

"""Copies, parts and products of a tensor with gradients that MindSpore can differentiate again: see `differentiable_twice`.

MindSpore's own gradients of `tile`, `repeat_interleave`, `unbind`, `prod` and `det` lose what is recorded of them, without an error.
PyNative mode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, mint, ops
from mindspore.common._grad_function import _Function

from mindaudit_data.recipes.composed_choices import gathered_along, is_differentiated

_Operator = Callable[..., Any]


def tiled(x: Tensor, sizes: Sequence[int]) -> Tensor:
    """The tensor `sizes[i]` times behind one another along each dimension; missing dimensions and sizes are 1."""
    rank = max(x.ndim, len(sizes))
    lengths = (1,) * (rank - x.ndim) + x.shape
    counts = (1,) * (rank - len(sizes)) + tuple(sizes)
    apart = [each for pair in zip((1,) * rank, lengths, strict=True) for each in pair]
    spread = [each for pair in zip(counts, lengths, strict=True) for each in pair]
    return mint.broadcast_to(x.reshape(apart), spread).reshape([count * length for count, length in zip(counts, lengths, strict=True)])


def as_tiled(operator: _Operator) -> _Operator:
    """`tile` and `repeat`, whose sizes stand in a tuple or one by one."""

    @wraps(operator)
    def repeated(x: Any, *args: Any, **kwargs: Any) -> Any:
        sizes = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args or next(iter(kwargs.values()), ())
        is_plain = is_differentiated(x) and isinstance(sizes, (tuple, list)) and all(isinstance(each, int) for each in sizes)
        return tiled(x, sizes) if is_plain and 0 not in sizes else operator(x, *args, **kwargs)

    return repeated


def as_repeated(operator: _Operator) -> _Operator:
    """`repeat_interleave` by one number along one dimension."""

    @wraps(operator)
    def repeated(x: Any, repeats: Any, dim: Any = None, **kwargs: Any) -> Any:
        if not (is_differentiated(x) and isinstance(repeats, int) and isinstance(dim, int) and repeats and not kwargs):
            return operator(x, repeats, dim, **kwargs)
        axis = dim % x.ndim
        spread = tiled(x.reshape((*x.shape[: axis + 1], 1, *x.shape[axis + 1 :])), (repeats, *(1,) * (x.ndim - axis - 1)))
        return spread.reshape((*x.shape[:axis], x.shape[axis] * repeats, *x.shape[axis + 1 :]))

    return repeated


def as_unbound(operator: _Operator) -> _Operator:
    """The parts along a dimension, each by an index."""

    @wraps(operator)
    def unbound(x: Any, *args: Any, **kwargs: Any) -> Any:
        dim = args[0] if args else next(iter(kwargs.values()), 0)
        if not is_differentiated(x):
            return operator(x, *args, **kwargs)
        before = (slice(None),) * (dim % x.ndim)
        return tuple([x[(*before, number)] for number in range(x.shape[dim])])

    return unbound


def multiplied(x: Tensor, axes: tuple[int, ...], keepdim: bool) -> Tensor:
    """The product of the elements along dimensions, half of them by the other half until one is left; factors of 0 are no matter."""
    for axis in axes:
        before = (slice(None),) * axis
        while (count := x.shape[axis]) > 1:
            half = count // 2
            pairs = x[(*before, slice(half))] * x[(*before, slice(half, 2 * half))]
            x = mint.cat((pairs, x[(*before, slice(2 * half, count))]), axis) if count % 2 else pairs
    return x if keepdim else x.reshape([size for axis, size in enumerate(x.shape) if axis not in axes])


def diagonal(x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonal of the matrices in two dimensions, as the last dimension."""
    first, second = dim1 % x.ndim, dim2 % x.ndim
    others = [axis for axis in range(x.ndim) if axis not in (first, second)]
    rows, columns = x.shape[first], x.shape[second]
    row = np.arange(max(0, -offset), min(rows, columns - offset))
    flat = x.permute((*others, first, second)).reshape((*[x.shape[axis] for axis in others], rows * columns))
    places = np.broadcast_to(row * columns + row + offset, (*flat.shape[:-1], len(row)))
    return gathered_along(flat, flat.ndim - 1, Tensor(places.astype(np.int64)))


def trace(x: Tensor) -> Tensor:
    """The sum of a matrix's diagonal."""
    return mint.sum(diagonal(x))


class _Determinant(_Function):
    """The determinants of matrices."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return _det(x)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return (gradient * ops.det(x)).reshape((*x.shape[:-2], 1, 1)) * ops.inverse(x).swapaxes(-1, -2)


class _Logarithm(_Function):
    """The logarithm of the absolute value of determinants."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.save_for_backward(x)
        return _slogdet(x)[1]

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        (x,) = ctx.saved_tensors
        return gradient.reshape((*x.shape[:-2], 1, 1)) * ops.inverse(x).swapaxes(-1, -2)


_det, _slogdet = ops.det, ops.slogdet


def determinants(x: Tensor) -> Tensor:
    """The determinants of matrices that can be inverted."""
    found: Tensor = _Determinant.apply(x)
    return found


def signs_and_logarithms(x: Tensor) -> tuple[Tensor, Tensor]:
    """The signs and the logarithms of the determinants of matrices that can be inverted."""
    return _slogdet(ops.stop_gradient(x))[0], _Logarithm.apply(x)


class _Placed(_Function):
    """Rows that are added to zeros at places of the first dimension, a column of numbers."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, places: Tensor, whole: Sequence[int]) -> Tensor:
        ctx.save_for_backward(places)
        return _scatter_add(ops.zeros(tuple(whole), rows.dtype), places, rows)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return _Taken.apply(gradient, ctx.saved_tensors[0]), None, None


class _Taken(_Function):
    """The rows at places of the first dimension."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, places: Tensor) -> Tensor:
        ctx.save_for_backward(places)
        ctx.whole = x.shape
        return ops.gather(x, places.reshape(-1), 0)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None]:
        return _Placed.apply(gradient, ctx.saved_tensors[0], ctx.whole), None


_scatter_add = ops.tensor_scatter_add


def as_placed(operator: _Operator) -> _Operator:
    """`tensor_scatter_add` by places of the first dimension."""

    @wraps(operator)
    def placed(x: Tensor, places: Tensor, rows: Tensor) -> Tensor:
        if not (x._requires_grad or rows._requires_grad) or places.ndim != 2 or places.shape[1] != 1:
            return operator(x, places, rows)
        return x + _Placed.apply(rows, places, x.shape)

    return placed


def as_median(operator: _Operator) -> _Operator:
    """The median of all elements, or along a dimension with its place."""

    @wraps(operator)
    def median(x: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_differentiated(x):
            return operator(x, *args, **kwargs)
        if not args and not kwargs:
            return mint.sort(x.reshape(-1))[0][(x.size - 1) // 2]
        dim = args[0] if args else kwargs.get("dim", kwargs.get("axis", -1))
        keep = (*args[1:], next((kwargs[each] for each in ("keepdim", "keepdims", "keep_dims") if each in kwargs), False))[0]
        places = operator(ops.stop_gradient(x), *args, **kwargs)[1]
        index = places if keep else places.expand_dims(dim)
        found = gathered_along(x, dim, index.astype(mindspore.int64))
        return found if keep else found.squeeze(dim), places

    return median

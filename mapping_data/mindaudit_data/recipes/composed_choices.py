"""What takes elements of a tensor, or means of them, with gradients that MindSpore can differentiate again: see `differentiable_twice`.

Maxima of windows and sorted elements are taken from where they stand; means of parts are products of matrices. PyNative mode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, mint, ops
from mindspore.common._grad_function import _Function

_Operator = Callable[..., Any]


class _Gathered(_Function):
    """Elements along a dimension."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, dim: int, index: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.dim, ctx.whole = dim, x.shape
        return _gather(x, dim, index)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None]:
        return _Scattered.apply(gradient, ctx.dim, ctx.saved_tensors[0], ctx.whole), None, None


class _Scattered(_Function):
    """Zeros to which elements are added along a dimension."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, dim: int, index: Tensor, whole: Sequence[int]) -> Tensor:
        ctx.save_for_backward(index)
        ctx.dim, ctx.part = dim, x.shape
        shown = tuple([slice(size) for size in index.shape])
        return ops.tensor_scatter_elements(ops.zeros(tuple(whole), x.dtype), index, x[shown], dim, "add")

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> tuple[Tensor, None, None, None]:
        return _Gathered.apply(gradient, ctx.dim, ctx.saved_tensors[0]), None, None, None


_gather = mint.gather


def gathered_along(x: Tensor, dim: int, index: Tensor) -> Tensor:
    """Elements along a dimension, by places of int64."""
    found: Tensor = _Gathered.apply(x, dim, index)
    return found


def is_differentiated(x: Any) -> bool:
    """Whether something is a tensor with dimensions that is differentiated."""
    return isinstance(x, Tensor) and bool(x._requires_grad) and x.ndim > 0


def as_gathered(operator: _Operator) -> _Operator:
    """Elements along a dimension; ways to call it that are not torch's are left alone."""

    @wraps(operator)
    def gathered(x: Any, *args: Any, **kwargs: Any) -> Any:
        given = dict(zip(("dim", "index"), args, strict=False)) | kwargs
        is_plain = isinstance(x, Tensor) and x._requires_grad and len(args) + len(kwargs) == len(given) and given.keys() == {"dim", "index"}
        if not is_plain or not isinstance(given["dim"], int) or not isinstance(given["index"], Tensor):
            return operator(x, *args, **kwargs)
        return _Gathered.apply(x, given["dim"], given["index"])

    return gathered


def as_pooled(operator: _Operator) -> _Operator:
    """Maxima of windows of images or volumes."""

    @wraps(operator)
    def pooled(x: Tensor, *args: Any, **kwargs: Any) -> Any:
        *sizes, wanted = args if args and isinstance(args[-1], bool) else (*args, kwargs.pop("return_indices", False))
        if not x._requires_grad:
            return operator(x, *sizes, return_indices=wanted, **kwargs)
        places = operator(ops.stop_gradient(x), *sizes, return_indices=True, **kwargs)[1]
        lead = x.shape[:2]
        index = places.reshape(*lead, -1).astype(mindspore.int64)
        found = _Gathered.apply(x.reshape(*lead, -1), 2, index).reshape(places.shape)
        return (found, places) if wanted else found

    return pooled


def as_sorted(operator: _Operator) -> _Operator:
    """Elements in their order, and where they stood."""

    @wraps(operator)
    def ordered(x: Any, *args: Any, **kwargs: Any) -> Any:
        if not is_differentiated(x):
            return operator(x, *args, **kwargs)
        _, places = operator(ops.stop_gradient(x), *args, **kwargs)
        dim = args[0] if args else kwargs.get("dim", kwargs.get("axis", -1))
        return _Gathered.apply(x, dim, places.astype(mindspore.int64)), places

    return ordered


def as_averaged(operator: _Operator) -> _Operator:
    """Means of nearly equal parts of the last two dimensions."""

    @wraps(operator)
    def averaged(x: Tensor, output_size: Any) -> Any:
        if not x._requires_grad:
            return operator(x, output_size)
        sizes = (output_size, output_size) if isinstance(output_size, int) else output_size
        rows, columns = (_shares(own, own if new is None else new, x) for own, new in zip(x.shape[-2:], sizes, strict=True))
        return ops.matmul(ops.matmul(rows, x), columns.swapaxes(0, 1))

    return averaged


def _shares(size: int, parts: int, like: Tensor) -> Tensor:
    """The weight that each element has in each mean."""
    shares = np.zeros((parts, size))
    for part in range(parts):
        first, end = part * size // parts, -(-(part + 1) * size // parts)
        shares[part, first:end] = 1 / (end - first)
    return Tensor(shares, like.dtype)

"""`torch.scatter`, `scatter_add` and `scatter_reduce` in all forms; kernels exist in MindSpore for parts of them."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops


def scatter_elements(x: Tensor, dim: int, index: Tensor, src: Tensor | float, reduce: str | None = None) -> Tensor:
    """`torch.scatter`: `x` with x[.., index[p], ..] = src[p] for all positions p of `index`, or added ("add") or multiplied ("multiply").

    `index` may be smaller than `src`; a number stands for a tensor of it. As in torch, without `reduce` equal indices overwrite each other.
    """
    if index.size == 0:
        return x
    values = _fitting(src, index, x)
    if reduce in ("add", "sum"):
        return scatter_add_elements(x, dim, index, values)
    if reduce == "multiply":
        return scatter_reduce(x, dim, index, values, "prod")
    if x.ndim == 0:
        return values.reshape(())
    return ops.tensor_scatter_elements(x, index, values, dim)


def scatter_add_elements(x: Tensor, dim: int, index: Tensor, src: Tensor) -> Tensor:
    """`torch.scatter_add`: src[p] is added to x[.., index[p], ..] for all positions p of `index`; for bool, or."""
    if index.size == 0:
        return x
    number = x.astype(mindspore.int32) if x.dtype == mindspore.bool_ else x
    flat, places, values = _flattened(number, dim, index, src)
    if x.dtype in (mindspore.complex64, mindspore.complex128):
        parts = [ops.tensor_scatter_add(part(flat), places, part(values)) for part in (ops.real, ops.imag)]
        return ops.Complex()(parts[0], parts[1]).reshape(x.shape)
    return ops.tensor_scatter_add(flat, places, values).reshape(x.shape).astype(x.dtype)


def scatter_reduce(x: Tensor, dim: int, index: Tensor, src: Tensor, reduce: str, include_self: bool = True) -> Tensor:
    """`torch.scatter_reduce` with "sum", "prod", "mean", "amax" and "amin"; gradients flow to `x` and `src`.

    The tensors are flattened and the places computed, so that MindSpore's reducing scatters of whole tensors serve. Integers keep their
    dtype: their mean is rounded down.
    """
    if index.size == 0:
        return x
    if x.dtype == mindspore.bool_:
        return scatter_reduce(x.astype(mindspore.int32), dim, index, src.astype(mindspore.int32), reduce, include_self).astype(
            mindspore.bool_
        )
    flat, places, values = _flattened(x, dim, index, src)
    start = flat
    if not include_self:
        fill = _start(values, reduce)
        start = ops.tensor_scatter_update(flat, places, fill)
    result = _product(start, places, values) if reduce == "prod" else _reducing(reduce)(start, places, values)
    if reduce == "mean":
        ones = ops.ones_like(values)
        count = ops.tensor_scatter_add(ops.ones_like(flat) if include_self else _untouched(flat, places, ones), places, ones)
        result = result // count if x.dtype in (mindspore.int64, mindspore.int32) else result / count
    return result.reshape(x.shape)


def _reducing(reduce: str):  # type: ignore[no-untyped-def]
    if reduce == "amax":
        return ops.tensor_scatter_max
    return ops.tensor_scatter_min if reduce == "amin" else ops.tensor_scatter_add


def _start(values: Tensor, reduce: str) -> Tensor:
    """What changes nothing when it is combined; integers that have no infinity start from one of their own values."""
    if reduce in ("amax", "amin"):
        limit = float("-inf") if reduce == "amax" else float("inf")
        return ops.full_like(values, limit) if values.is_floating_point() else values
    return ops.full_like(values, 1 if reduce == "prod" else 0)


def _product(flat: Tensor, places: Tensor, values: Tensor) -> Tensor:
    """A multiplying scatter whose gradient knows of equal places: that of the logarithm times the product, 0 for factors of 0."""
    exact = ops.stop_gradient(ops.tensor_scatter_mul(flat, places, values))
    if flat.dtype not in (mindspore.float16, mindspore.float32, mindspore.float64):
        return exact
    return exact + exact * ops.tensor_scatter_add(_change(flat), places, _change(values))


def _change(x: Tensor) -> Tensor:
    """0, with the gradient of log(abs(x))."""
    fixed = ops.stop_gradient(x)
    return (x - fixed) / ops.where(fixed == 0, ops.ones_like(fixed), fixed) * (fixed != 0).astype(x.dtype)


def _untouched(flat: Tensor, places: Tensor, ones: Tensor) -> Tensor:
    """1 where nothing is scattered to, else 0."""
    return ops.tensor_scatter_update(ops.ones_like(flat), places, ops.zeros_like(ones))


def _fitting(src: Tensor | float, index: Tensor, x: Tensor) -> Tensor:
    if not isinstance(src, Tensor):
        return ops.full(index.shape, src, dtype=x.dtype)
    for axis, length in enumerate(index.shape):
        if src.shape[axis] != length:
            src = ops.narrow(src, axis, 0, length)
    return src.astype(x.dtype)


def _flattened(x: Tensor, dim: int, index: Tensor, src: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """`x` as a vector, the place in it of each element of `index` as a column, and the values for them as a vector."""
    values = _fitting(src, index, x).reshape(-1)
    if x.ndim == 0:
        return x.reshape(1), index.reshape(-1, 1), values
    axis, stride = dim % x.ndim, 1
    places = ops.zeros_like(index)
    for d in range(x.ndim - 1, -1, -1):
        shape = [1] * x.ndim
        shape[d] = index.shape[d]
        places = places + (index if d == axis else ops.arange(index.shape[d]).reshape(shape).astype(index.dtype)) * stride
        stride *= x.shape[d]
    return x.reshape(-1), places.reshape(-1, 1), values

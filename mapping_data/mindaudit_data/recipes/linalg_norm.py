"""`torch.linalg.norm` and `vector_norm` for scalars too, with gradients where MindSpore's own lack them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.magnitude import magnitude
from mindaudit_data.recipes.never_empty import never_empty_along


def linalg_norm(
    x: Tensor,
    ord: float | str | None = None,  # noqa: A002 - torch's name
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: mindspore.Type | None = None,
) -> Tensor:
    """A matrix norm over two dimensions, or of a matrix if `ord` is given; else a vector norm, of everything if `dim` is None."""
    x = x if dtype is None else x.astype(dtype)
    axes = None if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    matrix = (axes is None and x.ndim == 2 and ord is not None) or (axes is not None and len(axes) == 2)
    if matrix and ord not in (None, "fro"):
        return _matrix_norm(x, ord, (-2, -1) if axes is None else axes, keepdim)
    return linalg_vector_norm(x, 2.0 if ord in (None, "fro") else float(ord), axes, keepdim)


def _matrix_norm(x: Tensor, ord: Any, axes: tuple[int, ...], keepdim: bool) -> Tensor:  # noqa: A002 - torch's name
    """Norms of matrices by their singular values, or by sums along rows or columns."""
    rows, columns = axes[0] % x.ndim, axes[1] % x.ndim
    if ord == "nuc":
        result = _singular_values(x, rows, columns).sum(-1)
    elif ord == 2:
        result = ops.amax(_singular_values(x, rows, columns), -1)
    elif ord == -2:
        result = ops.amin(_singular_values(x, rows, columns), -1)
    else:
        along, across = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = magnitude(x).sum(along, keepdims=True)
        result = (ops.amax(sums, across, keepdims=True) if ord > 0 else ops.amin(sums, across, keepdims=True)).squeeze(axes)
    if not keepdim:
        return result
    return result.expand_dims(min(rows, columns)).expand_dims(max(rows, columns))


def _singular_values(x: Tensor, rows: int, columns: int) -> Tensor:
    kept = [d for d in range(x.ndim) if d not in (rows, columns)]
    return ops.svd(x.transpose((*kept, rows, columns)), compute_uv=False)


def linalg_vector_norm(
    x: Tensor,
    ord: float = 2,  # noqa: A002 - torch's name
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: mindspore.Type | None = None,
) -> Tensor:
    """The norm of all elements along `dim`; its gradient is 0 where the norm is."""
    x = x if dtype is None else x.astype(dtype)
    if x.ndim == 0:
        x, dim, keepdim = x.reshape(1), 0, False  # a call of itself does not compile where the graph does not know the sizes
    axes = () if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    if len(axes) == 0:
        axes = tuple(range(x.ndim))
    size = magnitude(x)
    if abs(ord) != float("inf"):
        size = never_empty_along(size, 0, axes)
    if ord == 0:
        return (size != 0).astype(size.dtype).sum(axes, keepdims=keepdim)
    if ord == 1:
        return size.sum(axes, keepdims=keepdim)
    if ord in (float("inf"), float("-inf")):
        return ops.amax(size, axes, keepdims=keepdim) if ord > 0 else ops.amin(size, axes, keepdims=keepdim)
    return _power(_power(size, ord).sum(axes, keepdims=keepdim), 1 / ord)


def _power(x: Tensor, exponent: float) -> Tensor:
    """A power whose gradient at 0 is 0."""
    if exponent < 0:
        return ops.pow(x, exponent)
    zero = x == 0
    return ops.where(zero, ops.zeros_like(x), ops.pow(ops.where(zero, ops.ones_like(x), x), exponent))

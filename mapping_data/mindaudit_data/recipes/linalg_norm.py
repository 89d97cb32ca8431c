"""`torch.linalg.norm` and `vector_norm` for scalars too, with gradients where MindSpore's own lack them."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops


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
    if matrix and ord is not None:
        return ops.matrix_norm(x, ord, axis=(-2, -1) if axes is None else axes, keepdims=keepdim)
    return linalg_vector_norm(x, 2.0 if ord is None else float(ord), axes, keepdim)


def linalg_vector_norm(
    x: Tensor,
    ord: float = 2,  # noqa: A002 - torch's name
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: mindspore.Type | None = None,
) -> Tensor:
    """The norm of all elements along `dim`."""
    x = x if dtype is None else x.astype(dtype)
    if x.ndim == 0:
        return linalg_vector_norm(x.reshape(1), ord, 0)
    axes = dim if dim is None or isinstance(dim, int) else tuple(dim)
    return ops.vector_norm(x, ord, axis=axes, keepdims=keepdim)

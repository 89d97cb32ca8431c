"""`torch.norm`, whose p decides only at run time."""

from __future__ import annotations

from collections.abc import Sequence

import mindspore
from mindspore import Tensor, ops


def tensor_norm(
    x: Tensor,
    p: float | str | None = "fro",
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    dtype: mindspore.Type | None = None,
) -> Tensor:
    """A vector norm over `dim` (all elements if None): 2 for "fro" and None; "nuc" is the sum of singular values of matrices.

    `mindspore.ops.norm` gives matrix norms for two dimensions, which torch.norm never does with a number.
    """
    axis = dim if dim is None or isinstance(dim, int) else tuple(dim) or None
    x = x if dtype is None else x.astype(dtype)
    if p == "nuc":
        return ops.matrix_norm(x, "nuc", axis=(0, 1) if axis is None else axis, keepdims=keepdim)
    return ops.vector_norm(x, 2 if p in ("fro", None) else p, axis=axis, keepdims=keepdim)

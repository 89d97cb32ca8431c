"""`torch.norm`, with gradients where the norm is 0; the order may be nuclear."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.linalg_norm import linalg_vector_norm


def norm(x: Tensor, p: float | str | None = "fro", dim: Any = None, keepdim: bool = False, *, dtype: Any = None) -> Tensor:
    """The vector p-norm of the elements along `dim`, a number or a sequence of them, or of all; "nuc" sums the singular values of matrices.

    `ops.norm` takes matrices by their spectral norm instead. Any backend with `ops.svd` (nuclear) or without; within 1e-6 in float32.
    """
    x = x if dtype is None else x.astype(dtype)
    axes = tuple(dim) if isinstance(dim, (list, tuple)) else dim
    if p == "nuc":
        rows, columns = (-2, -1) if axes is None else axes
        rows, columns = rows % x.ndim, columns % x.ndim
        singular = ops.svd(ops.moveaxis(x, (rows, columns), (-2, -1)), compute_uv=False)
        total = singular.sum(-1)
        for axis in sorted((rows, columns)) if keepdim else ():
            total = total.expand_dims(axis)
        return total
    return linalg_vector_norm(x, 2.0 if p in ("fro", None) else float(p), axes, keepdim)

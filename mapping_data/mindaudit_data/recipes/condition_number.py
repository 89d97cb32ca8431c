"""`torch.linalg.cond` for matrices of any size; MindSpore's inverse wants at least two rows."""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.linalg_norm import linalg_norm
from mindaudit_data.recipes.solve_linear import inverse


def condition_number(x: Tensor, p: float | str | None = None) -> Tensor:
    """The condition number of each matrix in the last two dimensions, by a norm of `linalg_norm`; by default that of singular values."""
    if p in (None, 2, -2):
        values = ops.svd(x, compute_uv=False)
        values = ops.real(values) if x.is_complex() else values  # MindSpore's have the dtype of the matrix
        return values[..., -1] / values[..., 0] if p == -2 else values[..., 0] / values[..., -1]
    return linalg_norm(x, p, (-2, -1)) * linalg_norm(inverse(x), p, (-2, -1))

"""`torch.svd`, `torch.linalg.svd`, `pinv`, `matrix_rank` and `lstsq`: MindSpore's svd gives the values first and V not transposed."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result


def svd(x: Tensor, some: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """`torch.svd`: U, S, V with X = U diag(S) V^T; signs of the vectors are arbitrary, as in torch."""
    values, left, right = ops.svd(x, full_matrices=not some)
    return named_result((left, values, right), "U", "S", "V")


def linalg_svd(x: Tensor, full_matrices: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """`torch.linalg.svd`: U, S, V^T."""
    values, left, right = ops.svd(x, full_matrices=full_matrices)
    return named_result((left, values, ops.swapaxes(right, -1, -2)), "U", "S", "Vh")


def pinv(
    x: Tensor,
    rcond: float | Tensor | None = None,
    hermitian: bool = False,
    *,
    atol: float | Tensor | None = None,
    rtol: float | Tensor | None = None,
) -> Tensor:
    """The pseudoinverse of each matrix: singular values up to max(atol, rtol * the largest) count as zero.

    The gradient is the closed form of Golub and Pereyra (1973), which needs no derivative of the decomposition.
    """
    fixed = ops.stop_gradient(_symmetric(x) if hermitian else x)
    values, left, right = ops.svd(fixed, full_matrices=False)
    kept = values > _cutoff(fixed, values, atol, rcond if rtol is None else rtol).expand_dims(-1)
    inverted = ops.where(kept, 1 / ops.where(kept, values, ops.ones_like(values)), ops.zeros_like(values))
    inverse = ops.stop_gradient(ops.matmul(right * inverted.expand_dims(-2), left.swapaxes(-1, -2)))
    change = x - ops.stop_gradient(x)
    turned, back = change.swapaxes(-1, -2), inverse.swapaxes(-1, -2)
    whole = ops.stop_gradient(x)  # torch's gradient is that of the whole matrix, also where only a triangle is read
    outer, inner = turned - _chain(turned, whole, inverse), turned - _chain(inverse, whole, turned)
    return inverse - _chain(inverse, change, inverse) + _chain(inverse, back, outer) + _chain(inner, back, inverse)


def _chain(a: Tensor, b: Tensor, c: Tensor) -> Tensor:
    return ops.matmul(ops.matmul(a, b), c)


def matrix_rank(
    x: Tensor,
    tol: float | Tensor | None = None,
    hermitian: bool = False,
    *,
    atol: float | Tensor | None = None,
    rtol: float | Tensor | None = None,
) -> Tensor:
    """How many singular values are above max(atol, rtol * the largest)."""
    x = _symmetric(x) if hermitian else x
    values = ops.svd(x, compute_uv=False)
    absolute = tol if atol is None else atol
    return (values > _cutoff(x, values, absolute, rtol).expand_dims(-1)).astype(mindspore.int64).sum(-1)


def lstsq(a: Tensor, b: Tensor, rcond: float | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Least squares by the pseudoinverse: solution, residuals where A is tall, rank, and no singular values (as driver gelsy)."""
    vector = b.ndim == 1 or (a.ndim - 1 == b.ndim and b.shape == a.shape[:-1])
    rhs = b.expand_dims(-1) if vector else b
    solution = ops.matmul(pinv(a, rcond), rhs)
    tall = a.shape[-2] > a.shape[-1]
    residuals = ops.square(ops.matmul(a, solution) - rhs).sum(-2) if tall else ops.zeros((0,), a.dtype)
    rank = matrix_rank(a, rtol=rcond)
    return named_result(
        (solution.squeeze(-1) if vector else solution, residuals, rank, ops.zeros((0,), a.dtype)),
        "solution",
        "residuals",
        "rank",
        "singular_values",
    )


def _cutoff(x: Tensor, values: Tensor, atol: float | Tensor | None, rtol: float | Tensor | None) -> Tensor:
    largest = ops.amax(values, -1)
    epsilon = 2.220446049250313e-16 if x.dtype == mindspore.float64 else 1.1920928955078125e-07
    if rtol is None:
        rtol = epsilon * max(x.shape[-2:]) if atol is None else 0.0
    relative = largest * rtol
    return relative if atol is None else ops.maximum(relative, ops.zeros_like(relative) + atol)


def _symmetric(x: Tensor) -> Tensor:
    """The symmetric matrix with this lower triangle."""
    return ops.tril(x) + ops.swapaxes(ops.tril(x, -1), -1, -2)

"""`torch.linalg.qr` with its gradient, which MindSpore does not define.

MindSpore 2.0 and newer, graph and PyNative mode; derivatives of the first order.
"""

from __future__ import annotations

from mindspore import Tensor, ops


def qr(matrix: Tensor, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Q of orthonormal columns and the upper triangular R of a matrix of shape (..., m, n); with the mode "r" Q has no elements.

    The gradient is that of the reduced form with m >= n, as in torch; of others there is none. A change dA gives M = Q^T dA R^-1, of which
    the part below the diagonal turns Q, and the rest changes R.
    """
    fixed = ops.stop_gradient(matrix)
    if mode == "r":
        return ops.zeros((0,), matrix.dtype), ops.stop_gradient(ops.qr(fixed)[1])
    basis, upper = ops.qr(fixed, mode)
    basis, upper = ops.stop_gradient(basis), ops.stop_gradient(upper)
    if basis.shape[-1] != matrix.shape[-1]:
        return basis, upper
    scaled = ops.matmul(matrix - fixed, ops.stop_gradient(_inverse(upper)))
    seen = ops.matmul(ops.swapaxes(basis, -1, -2), scaled)
    below = ops.tril(seen, -1)
    turn = below - ops.swapaxes(below, -1, -2)
    return basis + ops.matmul(basis, turn - seen) + scaled, upper + ops.matmul(seen - turn, upper)


def _inverse(upper: Tensor) -> Tensor:
    """Of an upper triangular matrix; MindSpore's takes none of one row."""
    return ops.inverse(upper) if upper.shape[-1] > 1 else ops.where(upper == 0, ops.zeros_like(upper), 1 / upper)

"""`torch.linalg.cholesky` with its gradient, for which MindSpore has no kernel on CPU.

MindSpore 2.0 and newer, graph and PyNative mode; derivatives of the first order.
"""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.solve_linear import inverse


def cholesky(matrix: Tensor, upper: bool = False) -> Tensor:
    """The lower factor L of L L^T, of shape (..., n, n), or L^T.

    A change of the matrix changes L by L times the lower half of what L makes of it from both sides (Murray 2016, section 3).
    """
    symmetric = (matrix + ops.swapaxes(matrix, -1, -2)) / 2
    fixed = ops.stop_gradient(symmetric)
    root = ops.stop_gradient(ops.cholesky(fixed))
    eye = ops.eye(matrix.shape[-1], matrix.shape[-1], matrix.dtype)
    inverted = ops.stop_gradient(inverse(root))
    change = ops.matmul(ops.matmul(inverted, symmetric - fixed), ops.swapaxes(inverted, -1, -2))
    factor = root + ops.matmul(root, ops.tril(change, -1) + change * eye / 2)
    return ops.swapaxes(factor, -1, -2) if upper else factor

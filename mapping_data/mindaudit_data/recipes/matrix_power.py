"""`torch.linalg.matrix_power` where the backend has no such kernel (Ascend).

MindSpore 2.0 and newer, graph and PyNative mode.
"""

from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.solve_linear import inverse


def matrix_power(x: Tensor, n: int) -> Tensor:
    """The product of `n` times each square matrix in the last two dimensions, of its inverse if `n` is negative."""
    base = inverse(x) if n < 0 else x
    result = ops.broadcast_to(ops.eye(x.shape[-1], x.shape[-1], x.dtype), x.shape)
    for _ in range(abs(n)):
        result = ops.matmul(result, base)
    return result

"""`torch.linalg.cholesky_ex`."""

from __future__ import annotations

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.compiled import compiled
from mindaudit_data.recipes.named_result import named_result


def cholesky_ex(x: Tensor, *, upper: bool = False) -> tuple[Tensor, Tensor]:
    """The Cholesky factor, and for each matrix 0, or the order of its first leading minor that is not positive.

    If any has such a minor, the factors are zeros. In a graph a matrix that has none raises.
    """
    orders = np.zeros(x.shape[:-2], np.int32) if compiled() else _first_minors(x.asnumpy())
    factor = ops.zeros_like(x) if orders.any() else cholesky(x, upper)
    return named_result((factor, Tensor(orders, mindspore.int32)), "L", "info")


def _first_minors(matrices: np.ndarray) -> np.ndarray:
    """For matrices of shape (..., n, n) the orders of their first leading minors that are not positive, 0 without one."""
    found = np.zeros(matrices.shape[:-2], np.int32)
    for place in np.ndindex(found.shape):
        matrix = matrices[place]
        if not _is_definite(matrix):
            found[place] = next(order for order in range(1, len(matrix) + 1) if not _is_definite(matrix[:order, :order]))
    return found


def _is_definite(matrix: np.ndarray) -> bool:
    try:
        np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return False
    return True

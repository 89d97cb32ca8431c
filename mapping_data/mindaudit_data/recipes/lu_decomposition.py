"""`torch.linalg.lu`, `lu_factor`, `lu_solve` and `torch.lu` for batches and any shape; MindSpore's take one square matrix."""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result
from mindaudit_data.recipes.solve_linear import solved_square


def lu_factor(x: Tensor, *, pivot: bool = True) -> tuple[Tensor, Tensor]:
    """Both factors in one matrix, and for each column the row (from 1) it was exchanged with: Gauss elimination, one column a step.

    Every step is a few MindSpore operations on the whole batch, so gradients flow; meant for small matrices.
    """
    rows, columns = x.shape[-2:]
    steps = min(rows, columns)
    work, places = x.reshape((-1, rows, columns)), ops.arange(rows)
    pivots = []
    for k in range(steps):
        column = ops.where(places < k, Tensor(-1.0, x.dtype), ops.abs(work[:, :, k]))
        chosen = (
            ops.argmax(column, 1, keepdim=True).astype(mindspore.int64) if pivot else ops.full((work.shape[0], 1), k, dtype=mindspore.int64)
        )
        order = ops.where(places == k, chosen, ops.where(places == chosen, chosen * 0 + k, places))
        work = ops.gather_elements(work, 1, ops.broadcast_to(order.expand_dims(-1), work.shape))
        below = (places > k).astype(x.dtype).reshape(1, -1, 1)
        factors = work[:, :, k : k + 1] / work[:, k : k + 1, k : k + 1] * below
        after = (ops.arange(columns) > k).astype(x.dtype).reshape(1, 1, -1)
        here = (ops.arange(columns) == k).astype(x.dtype).reshape(1, 1, -1)
        work = work * (1 - below * here) + factors * here - factors * work[:, k : k + 1, :] * after
        pivots.append(chosen + 1)
    return named_result((work.reshape(x.shape), ops.cat(pivots, 1).astype(mindspore.int32).reshape((*x.shape[:-2], steps))), "LU", "pivots")


def lu_factor_ex(x: Tensor, *, pivot: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """The same with a third result that says 0; a singular matrix shows as infinity."""
    factors, pivots = lu_factor(x, pivot=pivot)
    return named_result((factors, pivots, ops.zeros(x.shape[:-2], mindspore.int32)), "LU", "pivots", "info")


def lu_decomposition(x: Tensor, *, pivot: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """`torch.linalg.lu`: permutation, lower and upper factor, with X = P L U. Outside of graphs: 2.10 does not compile it for CPU."""
    factors, pivots = lu_factor(x, pivot=pivot)
    rows, columns = x.shape[-2:]
    steps = min(rows, columns)
    lower = ops.tril(ops.narrow(factors, -1, 0, steps), -1) + ops.eye(rows, steps, x.dtype)
    return named_result(
        (ops.swapaxes(_permutation(pivots, x.shape[:-2], rows, x.dtype), -1, -2), lower, ops.triu(ops.narrow(factors, -2, 0, steps))),
        "P",
        "L",
        "U",
    )


def lu_solve(factors: Tensor, pivots: Tensor, b: Tensor, *, left: bool = True, adjoint: bool = False) -> Tensor:
    """`torch.linalg.lu_solve`: X with A X = B (or X A = B, or with A transposed), A given by `lu_factor`."""
    if not left:
        turned = lu_solve(factors, pivots, ops.swapaxes(b, -1, -2), left=True, adjoint=not adjoint)
        return ops.swapaxes(turned, -1, -2)
    size = factors.shape[-1]
    lower, upper = ops.tril(factors, -1) + ops.eye(size, size, factors.dtype), ops.triu(factors)
    matrix = ops.matmul(ops.swapaxes(_permutation(pivots, factors.shape[:-2], size, factors.dtype), -1, -2), ops.matmul(lower, upper))
    matrix = ops.swapaxes(matrix, -1, -2) if adjoint else matrix
    batch = ops.matmul(matrix, b).shape[:-2]
    return solved_square(ops.broadcast_to(matrix, batch + matrix.shape[-2:]), ops.broadcast_to(b, batch + b.shape[-2:]))


def _permutation(pivots: Tensor, batch: tuple[int, ...], rows: int, dtype: mindspore.Type) -> Tensor:
    """The matrices that exchange rows as the pivots say."""
    flat = pivots.reshape((-1, pivots.shape[-1])).astype(mindspore.int64) - 1
    places = ops.arange(rows)
    result = ops.broadcast_to(places, (flat.shape[0], rows))
    for k in range(pivots.shape[-1]):
        chosen = flat[:, k : k + 1]
        order = ops.where(places == k, chosen, ops.where(places == chosen, chosen * 0 + k, places))
        result = ops.gather_elements(result, 1, order)
    return (result.expand_dims(-1) == places).astype(dtype).reshape((*batch, rows, rows))

"""`torch.linalg.solve`, `inv` and their kin, by MindSpore's one kernel for square systems, with torch's broadcasting."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result


def solve_linear(a: Tensor, b: Tensor, *, left: bool = True) -> Tensor:
    """X with A X = B, or X A = B with `left=False`; B may be a vector, or a batch of vectors as torch defines it. Batches broadcast."""
    vector = b.ndim == 1 or (a.ndim - 1 == b.ndim and b.shape == a.shape[:-1])
    rhs = b.expand_dims(-1) if vector else b
    if not left:
        return ops.swapaxes(solve_linear(ops.swapaxes(a, -1, -2), ops.swapaxes(rhs, -1, -2), left=True), -1, -2)
    batch = _batch(a.shape[:-2], rhs.shape[:-2])
    solution = solved_square(ops.broadcast_to(a, batch + a.shape[-2:]), ops.broadcast_to(rhs, batch + rhs.shape[-2:]))
    return solution.squeeze(-1) if vector else solution


def solved_square(a: Tensor, b: Tensor) -> Tensor:
    """The same for matrices of one batch. MindSpore's gradient of it is float32; of doubles it is here that of the inverse's product."""
    if mindspore.float64 not in (a.dtype, b.dtype):
        return ops.matrix_solve(a, b)
    product = ops.matmul(inverse(a), b)
    return product + ops.stop_gradient(ops.matrix_solve(a, b) - product)


def solve_ex(a: Tensor, b: Tensor, *, left: bool = True) -> tuple[Tensor, Tensor]:
    """The same with a second result that says 0: a singular matrix raises here."""
    return named_result((solve_linear(a, b, left=left), ops.zeros(a.shape[:-2], mindspore.int32)), "result", "info")


def inverse(x: Tensor) -> Tensor:
    """The inverse of each square matrix in the last two dimensions."""
    return 1 / x if x.shape[-1] == 1 else x.inverse()


def inverse_ex(x: Tensor) -> tuple[Tensor, Tensor]:
    """The same with a second result that says 0: a singular matrix raises here."""
    return named_result((inverse(x), ops.zeros(x.shape[:-2], mindspore.int32)), "inverse", "info")


def tensorinv(x: Tensor, ind: int = 2) -> Tensor:
    """The tensor that inverts `tensordot` over the last dimensions after the first `ind`."""
    rows = 1
    for size in x.shape[:ind]:
        rows *= size
    return inverse(x.reshape((rows, -1))).reshape(x.shape[ind:] + x.shape[:ind])


def tensorsolve(a: Tensor, b: Tensor, dims: tuple[int, ...] | None = None) -> Tensor:
    """X with tensordot(A, X) = B, after the dimensions `dims` of A have been moved to its end."""
    moved = [] if dims is None else [d % a.ndim for d in dims]
    order = tuple([d for d in range(a.ndim) if d not in moved] + moved)
    a = a.transpose(order)
    return solved_square(a.reshape((b.size, b.size)), b.reshape((b.size, 1))).reshape(a.shape[b.ndim :])


def _batch(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    rank = max(len(first), len(second))
    sizes = zip((1,) * (rank - len(first)) + first, (1,) * (rank - len(second)) + second)
    return tuple([max(a, b) for a, b in sizes])

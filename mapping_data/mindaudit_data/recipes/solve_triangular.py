"""`torch.linalg.solve_triangular`, `torch.triangular_solve`, `torch.cholesky_solve` and `torch.cholesky_inverse`."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result
from mindaudit_data.recipes.solve_linear import solved_square


def solve_triangular(a: Tensor, b: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False) -> Tensor:
    """X with A X = B (or X A = B) for triangular A of which only one triangle is read; batches broadcast."""
    triangle = ops.triu(a) if upper else ops.tril(a)
    if unitriangular:
        eye = ops.eye(a.shape[-1], a.shape[-1], a.dtype)
        triangle = triangle * (1 - eye) + eye
    if not left:
        triangle, b = ops.swapaxes(triangle, -1, -2), ops.swapaxes(b, -1, -2)
    batch = _batch(triangle.shape[:-2], b.shape[:-2])
    solution = solved_square(ops.broadcast_to(triangle, batch + triangle.shape[-2:]), ops.broadcast_to(b, batch + b.shape[-2:]))
    return solution if left else ops.swapaxes(solution, -1, -2)


def triangular_solve(
    b: Tensor, a: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> tuple[Tensor, Tensor]:
    """The removed torch function: the solution, and a copy of the matrix."""
    matrix = ops.swapaxes(a, -1, -2) if transpose else a
    return named_result(
        (solve_triangular(matrix, b, upper=upper != transpose, unitriangular=unitriangular), a.copy()), "solution", "cloned_coefficient"
    )


def cholesky_solve(b: Tensor, factor: Tensor, upper: bool = False) -> Tensor:
    """X with A X = B for the matrix A that has this Cholesky factor, of which one triangle is read; batches broadcast.

    As in torch, the gradient of the factor is that of all of it.
    """
    lower = ops.swapaxes(factor, -1, -2) if upper else factor
    fixed = ops.stop_gradient(lower)
    part = ops.matmul(lower - fixed, ops.swapaxes(fixed, -1, -2))
    solution = _solved(ops.stop_gradient(b), fixed)
    return _solved(b - ops.matmul(part + ops.swapaxes(part, -1, -2), ops.stop_gradient(solution)), fixed)


def _solved(b: Tensor, lower: Tensor) -> Tensor:
    return solve_triangular(ops.swapaxes(lower, -1, -2), solve_triangular(lower, b, upper=False), upper=True)


def cholesky_inverse(factor: Tensor, upper: bool = False) -> Tensor:
    """The inverse of the matrix that has this Cholesky factor, of which one triangle is read; torch's gradient is that of all of it."""
    fixed = ops.stop_gradient(factor)
    eye = ops.broadcast_to(ops.eye(factor.shape[-1], factor.shape[-1], factor.dtype), factor.shape)
    half = solved_square(ops.triu(fixed) if upper else ops.tril(fixed), eye)
    inverse = ops.stop_gradient(ops.matmul(half, half.swapaxes(-1, -2)) if upper else ops.matmul(half.swapaxes(-1, -2), half))
    change = factor - fixed
    part = ops.matmul(change.swapaxes(-1, -2), fixed) if upper else ops.matmul(change, fixed.swapaxes(-1, -2))
    return inverse - ops.matmul(ops.matmul(inverse, part + part.swapaxes(-1, -2)), inverse)


def _batch(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    rank = max(len(first), len(second))
    sizes = zip((1,) * (rank - len(first)) + first, (1,) * (rank - len(second)) + second)
    return tuple([max(a, b) for a, b in sizes])

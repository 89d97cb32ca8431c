"""Recipes of linear algebra, against torch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import check, mindspore, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
RANDOM = np.random.default_rng(11)


def matrices(*shape: int) -> Any:
    """Well-conditioned matrices: differences by rounding stay within the tolerance."""
    return (RANDOM.standard_normal(shape) * 0.3 + np.eye(shape[-2], shape[-1]) * 2).astype("float32")


SQUARE, BATCH, TALL = matrices(4, 4), matrices(2, 3, 3), matrices(5, 3)
A, B, C = (RANDOM.standard_normal(shape).astype("float32") for shape in ((3, 4), (4, 5), (2, 3, 4)))
FACTOR = np.linalg.cholesky(SQUARE @ SQUARE.T).astype("float32")
FACTORS = np.linalg.cholesky(BATCH @ BATCH.swapaxes(-1, -2)).astype("float32")
THREES = RANDOM.standard_normal((2, 3, 5)).astype("float32")

CASES: list[tuple[str, Any, tuple[Any, ...], dict[str, Any]]] = [
    ("tensordot", torch.tensordot, (C, B), {"dims": 1}),
    ("tensordot", torch.tensordot, (C, C), {"dims": ([0, 2], [0, 2])}),
    *[("cdist", torch.cdist, (C, A), {"p": p}) for p in (0.0, 0.5, 1.0, 2.0, 3.0, float("inf"))],
    ("cross", torch.cross, (THREES, THREES[::-1].copy()), {}),
    ("cross", torch.linalg.cross, (THREES[:1].copy(), THREES), {"dim": 1}),
    ("vdot", torch.vdot, (A[0], A[1]), {}),
    ("determinant", torch.linalg.det, (BATCH,), {}),
    ("determinant", torch.linalg.det, (BATCH[:, :1, :1].copy(),), {}),
    ("slogdet", torch.linalg.slogdet, (BATCH,), {}),
    ("logdet", torch.logdet, (BATCH @ BATCH,), {}),
    ("solve_linear", torch.linalg.solve, (SQUARE, B), {}),
    ("solve_linear", torch.linalg.solve, (SQUARE, B[:, 0].copy()), {}),
    ("solve_linear", torch.linalg.solve, (BATCH, A[:, :3].copy()), {"left": False}),
    ("inverse", torch.linalg.inv, (BATCH,), {}),
    ("inverse", torch.linalg.inv, (BATCH[:, :1, :1].copy(),), {}),
    ("tensorinv", torch.linalg.tensorinv, (matrices(6, 6).reshape(2, 3, 6),), {}),
    ("tensorsolve", torch.linalg.tensorsolve, (matrices(6, 6).reshape(2, 3, 6), A[:2, :3].copy()), {}),
    ("solve_triangular", torch.linalg.solve_triangular, (BATCH, A[:, :3].copy()), {"upper": True}),
    ("solve_triangular", torch.linalg.solve_triangular, (SQUARE, A), {"upper": False, "left": False, "unitriangular": True}),
    ("cholesky_inverse", torch.cholesky_inverse, (FACTOR,), {}),
    ("cholesky_inverse", torch.cholesky_inverse, (FACTOR.T.copy(),), {"upper": True}),
    ("cholesky_solve", torch.cholesky_solve, (B, FACTOR), {}),
    ("cholesky_solve", torch.cholesky_solve, (C[:, None, :, :2].copy(), FACTORS), {}),
    ("cholesky_solve", torch.cholesky_solve, (THREES, FACTORS[0].T.copy()), {"upper": True}),
    ("lu_decomposition", torch.linalg.lu, (BATCH,), {}),
    ("lu_decomposition", torch.linalg.lu, (TALL,), {}),
    ("lu_factor", torch.linalg.lu_factor, (BATCH[:, ::-1].copy(),), {}),
    ("householder_product", torch.linalg.householder_product, (TALL, A[0, :3].copy()), {}),
    ("pinv", torch.linalg.pinv, (TALL,), {}),
    ("matrix_exp", torch.matrix_exp, (BATCH,), {}),
    ("matrix_exp", torch.matrix_exp, (np.stack([SQUARE * 3, SQUARE * 0, SQUARE / 9]),), {}),
    ("matrix_exp", torch.matrix_exp, (matrices(3, 2, 12, 12),), {}),
    ("renorm", torch.renorm, (A, 2, 0, 1.0), {}),
    *[("linalg_norm", torch.linalg.norm, (A,), {"ord": order}) for order in (None, "fro", 1, float("inf"))],
    *[("linalg_vector_norm", torch.linalg.vector_norm, (C,), {"ord": p, "dim": 1, "keepdim": True}) for p in (0.5, 1, 2, 3, float("-inf"))],
    ("linalg_norm", torch.linalg.norm, (np.zeros(4, "float32"),), {}),
    ("vander", torch.linalg.vander, (A,), {"N": 4}),
    ("eigvalsh", torch.linalg.eigvalsh, (SQUARE @ SQUARE.T,), {}),
]


@pytest.mark.parametrize(("name", "reference", "inputs", "options"), CASES)
def test_with_gradients(name: str, reference: Any, inputs: tuple[Any, ...], options: dict[str, Any]) -> None:
    tolerance = 5e-5 if name == "cdist" else 1e-5
    check(getattr(recipes, name), reference, *inputs, tolerance=tolerance, graph=name != "lu_decomposition", **options)


@pytest.mark.parametrize(
    ("equation", "operands"),
    [
        ("ij,jk->ik", (A, B)),
        ("bij,jk", (C, B)),
        ("...ij,ij->...", (C, A)),
        ("ii->i", (SQUARE,)),
        ("bii", (BATCH,)),
        ("ij,kj,kl->il", (A, C[0].copy(), A)),
        ("i,j->ij", (A[0].copy(), A[1].copy())),
        ("bij->", (C,)),
    ],
)
def test_einsum(equation: str, operands: tuple[Any, ...]) -> None:
    check(lambda *given: recipes.einsum(equation, *given), lambda *given: torch.einsum(equation, *given), *operands, graph=False)


def test_einsum_in_a_graph() -> None:
    check(recipes.einsum, torch.einsum, "bij,jk->bik", C, B)


def test_products() -> None:
    check(_chain, lambda *given: torch.linalg.multi_dot(given), A, B, B.T.copy())
    check(recipes.addr, torch.addr, A, A[:, 0].copy(), A[0].copy(), beta=0.5, alpha=2.0)
    check(recipes.addr, torch.addr, np.full((3, 4), np.nan, "float32"), A[:, 0].copy(), A[0].copy(), beta=0, gradient=False)
    check(recipes.ormqr, torch.ormqr, TALL, A[0, :3].copy(), matrices(5, 2), True, True, gradient=False)


def _chain(a: Any, b: Any, c: Any) -> Any:
    return recipes.multi_dot((a, b, c))


@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("adjoint", [True, False])
def test_lu_solve(left: bool, adjoint: bool) -> None:
    factors, pivots = (part.numpy() for part in torch.linalg.lu_factor(torch.from_numpy(BATCH[:, ::-1].copy())))
    check(recipes.lu_solve, torch.linalg.lu_solve, factors, pivots, BATCH, left=left, adjoint=adjoint, gradient=False)


def test_what_is_only_determined_up_to_signs() -> None:
    """Singular and eigen vectors: their products with the values give the matrix back, and the values are torch's."""
    check(_rebuilt_by_svd, lambda x: x, TALL)
    check(lambda x: recipes.linalg_svd(x).S, torch.linalg.svdvals, TALL, gradient=False, graph=False)
    symmetric = BATCH @ BATCH.swapaxes(1, 2)
    check(_rebuilt_by_eigh, lambda x: x, symmetric, gradient=False, graph=False)
    check(lambda x: recipes.eigh(x).eigenvalues, torch.linalg.eigvalsh, symmetric, gradient=False, graph=False)


def _rebuilt_by_svd(x: Any) -> Any:
    left, values, right = recipes.linalg_svd(x, False)
    return (left * values) @ right


def _rebuilt_by_eigh(x: Any) -> Any:
    values, vectors = recipes.eigh(x)
    return (vectors * values.expand_dims(-2)) @ vectors.swapaxes(-1, -2)


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
def test_eigenvalues_of_general_matrices_have_gradients(dtype: str) -> None:
    """What depends neither on the order of the values nor on the phases of the vectors, for real and complex values."""
    drawn = RANDOM.standard_normal((2, 4, 4)) + (1j * RANDOM.standard_normal((2, 4, 4)) if dtype == "complex64" else 0)
    matrix = drawn.astype(dtype)
    parts = (matrix.real.copy(), matrix.imag.copy()) if dtype == "complex64" else (matrix,)
    for found, expected in ((_of_values, _torch_of_values), (_of_vectors, _torch_of_vectors)):
        check(found, expected, *parts, tolerance=1e-4)


def _of_values(*parts: Any) -> Any:
    values = recipes.eigvals(mindspore.ops.Complex()(*parts) if len(parts) == 2 else parts[0])
    real, imaginary = mindspore.ops.real(values), mindspore.ops.imag(values)
    return (real**3 + imaginary * imaginary).sum()


def _torch_of_values(*parts: Any) -> Any:
    values = torch.linalg.eigvals(torch.complex(*parts) if len(parts) == 2 else parts[0])
    return (values.real**3 + values.imag * values.imag).sum()


def _of_vectors(*parts: Any) -> Any:
    values, vectors = recipes.eig(mindspore.ops.Complex()(*parts) if len(parts) == 2 else parts[0])
    real, imaginary = mindspore.ops.real(vectors), mindspore.ops.imag(vectors)
    return ((real * real + imaginary * imaginary) * mindspore.ops.real(values).expand_dims(-2)).sum(-1)


def _torch_of_vectors(*parts: Any) -> Any:
    values, vectors = torch.linalg.eig(torch.complex(*parts) if len(parts) == 2 else parts[0])
    return ((vectors.real**2 + vectors.imag**2) * values.real.unsqueeze(-2)).sum(-1)


def test_too_few_eigenvectors_leave_the_values() -> None:
    assert not recipes.eigvals(mindspore.Tensor([[0.0, 1.0], [0.0, 0.0]])).asnumpy().any()


def test_ranks_and_least_squares() -> None:
    singular = np.array([[1.0, 2.0], [2.0, 4.0], [0.0, 0.0]], "float32")
    check(recipes.matrix_rank, torch.linalg.matrix_rank, singular, gradient=False)
    check(recipes.matrix_rank, torch.linalg.matrix_rank, TALL, atol=1.9, gradient=False)
    check(recipes.pinv, torch.linalg.pinv, singular, gradient=False)
    check(lambda a, b: recipes.lstsq(a, b)[:3], lambda a, b: torch.linalg.lstsq(a, b, driver="gelsd")[:3],
          TALL, matrices(5, 2), gradient=False, graph=False)  # fmt: skip


def test_with_a_status() -> None:
    check(recipes.solve_ex, torch.linalg.solve_ex, SQUARE, B, gradient=False)
    check(recipes.inverse_ex, torch.linalg.inv_ex, BATCH, gradient=False)
    check(recipes.cholesky_ex, torch.linalg.cholesky_ex, BATCH @ BATCH.swapaxes(1, 2), upper=True)
    check(recipes.lu_factor_ex, torch.linalg.lu_factor_ex, BATCH, gradient=False)


def test_gradients_of_doubles_are_doubles() -> None:
    square, b = SQUARE.astype("float64"), B.astype("float64")
    check(recipes.solve_linear, torch.linalg.solve, square, b)
    check(recipes.solve_triangular, torch.linalg.solve_triangular, square, b, upper=True)
    x = mindspore.Tensor(b)
    assert mindspore.grad(lambda y: recipes.solve_linear(mindspore.Tensor(square), y).sum())(x).dtype == mindspore.float64


def test_factors_with_gradients() -> None:
    positive = BATCH @ BATCH.swapaxes(1, 2) + np.eye(BATCH.shape[-1], dtype="float32")
    check(recipes.cholesky, torch.linalg.cholesky, positive)
    check(recipes.cholesky, torch.linalg.cholesky, positive[0], upper=True)
    check(recipes.cholesky, torch.linalg.cholesky, np.array([[[4.0]], [[9.0]]], "float32"))
    check(recipes.qr, torch.linalg.qr, BATCH)
    check(recipes.qr, torch.linalg.qr, TALL)
    check(recipes.qr, torch.linalg.qr, TALL, mode="complete", gradient=False)

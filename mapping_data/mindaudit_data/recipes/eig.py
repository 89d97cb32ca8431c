"""`torch.linalg.eig` and `eigvals` with their gradients, which MindSpore does not define.

MindSpore 2.0 and newer, graph and PyNative mode; derivatives of the first order.
"""

from __future__ import annotations

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.named_result import named_result
from mindaudit_data.recipes.solve_linear import inverse as inverse_of

_Parts = tuple[Tensor, Tensor]
"""Real and imaginary part: products of complex numbers have no gradient in MindSpore."""
_LARGE = 1e37
"""What stands for an infinite element of the inverse where the matrix has too few eigenvectors."""
_COMPLEX = (mindspore.complex64, mindspore.complex128)


def eig(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """Complex eigenvalues and eigenvectors (columns of norm 1) of square matrices; order and phases are arbitrary, as in torch.

    A change dA gives P = V^-1 dA V, whose diagonal changes the values; divided by the differences of the values it turns the vectors,
    of which what changes their norm is taken away.
    """
    values, vectors, turned = _changed(matrix)
    gaps = _parts(ops.expand_dims(values, -2) - ops.expand_dims(values, -1))
    size = gaps[0] * gaps[0] + gaps[1] * gaps[1]
    size = ops.where(size == 0, ops.full_like(size, float("inf")), size)
    change = _matmul(_parts(vectors), _times(turned, (gaps[0] / size, -gaps[1] / size)))
    real, imaginary = _parts(vectors)
    stretched = (real * change[0] + imaginary * change[1]).sum(-2, keepdims=True)
    moved = _joined(vectors, change[0] - real * stretched, change[1] - imaginary * stretched)
    return named_result((_joined(values, *map(_diagonal, turned)), moved), "eigenvalues", "eigenvectors")


def eigvals(matrix: Tensor) -> Tensor:
    """The eigenvalues alone."""
    values, _, turned = _changed(matrix)
    return _joined(values, *map(_diagonal, turned))


def _changed(matrix: Tensor) -> tuple[Tensor, Tensor, _Parts]:
    """Values and vectors as constants, and V^-1 dA V, which is zero and has the gradient."""
    fixed = ops.stop_gradient(matrix)
    values, vectors = ops.eig(fixed)
    values, vectors = ops.stop_gradient(values), ops.stop_gradient(vectors)
    inverse = _parts(ops.stop_gradient(inverse_of(vectors)))
    change = _parts(matrix - fixed)
    return values, vectors, _matmul(_matmul((_finite(inverse[0]), _finite(inverse[1])), change), _parts(vectors))


def _parts(x: Tensor) -> _Parts:
    return (ops.real(x), ops.imag(x)) if x.dtype in _COMPLEX else (x, ops.zeros_like(x))


def _finite(x: Tensor) -> Tensor:
    return ops.where(ops.isfinite(x), x, ops.full_like(x, _LARGE))


def _matmul(a: _Parts, b: _Parts) -> _Parts:
    return ops.matmul(a[0], b[0]) - ops.matmul(a[1], b[1]), ops.matmul(a[0], b[1]) + ops.matmul(a[1], b[0])


def _times(a: _Parts, b: _Parts) -> _Parts:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _diagonal(x: Tensor) -> Tensor:
    """The diagonals of matrices, by a sum whose gradient every backend has."""
    return (x * ops.eye(x.shape[-1], x.shape[-1], x.dtype)).sum(-1)


def _joined(x: Tensor, real: Tensor, imaginary: Tensor) -> Tensor:
    """The constant `x` with what has the gradient."""
    return ops.Complex()(ops.real(x) + real, ops.imag(x) + imaginary)

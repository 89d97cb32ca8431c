"""`torch.distributions.transforms`: CorrCholeskyTransform and PositiveDefiniteTransform."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.distribution_tools import limits, tril_matrix_to_vec, vec_to_tril_matrix
from mindaudit_data.recipes.distribution_transform_base import Transform
from mindaudit_data.recipes.distribution_transforms import LowerCholeskyTransform
from mindaudit_data.recipes.exponential_units import log1p, softplus
from mindaudit_data.recipes.exponentials import exp, log, tanh


class CorrCholeskyTransform(Transform):
    """Vectors to lower triangular roots of correlation matrices.

    The hyperbolic tangents of a vector are partial correlations. Each one takes its part of the length 1 of its row that the ones before
    have left.
    """

    domain = constraints.real_vector
    codomain = constraints.corr_cholesky
    bijective = True

    def _call(self, x: Tensor) -> Tensor:
        near = float(limits(x).eps)
        partial = vec_to_tril_matrix(ops.clamp(tanh(x), -1 + near, 1 - near), diag=-1)
        left = exp(0.5 * ops.cumsum(log1p(-partial * partial), -1))
        return (partial + ops.eye(partial.shape[-1], partial.shape[-1], x.dtype)) * _before(left)

    def _inverse(self, y: Tensor) -> Tensor:
        left = _before(1 - ops.cumsum(y * y, -1))
        partial = tril_matrix_to_vec(y, diag=-1) / ops.sqrt(tril_matrix_to_vec(left, diag=-1))
        return (log1p(partial) - log1p(-partial)) / 2

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor, intermediates: Any = None) -> Tensor:
        of_tanh = -2 * (x + softplus(-2 * x) - math.log(2.0)).sum(-1)
        if y.shape[-1] < 3:
            return of_tanh
        left = tril_matrix_to_vec(1 - ops.cumsum(y * y, -1), diag=-2)
        return 0.5 * log(left).sum(-1) + of_tanh

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        if not shape:
            raise ValueError("expected at least one dimension")
        count = round(math.sqrt(0.25 + 2 * shape[-1]) + 0.5)
        if count * (count - 1) // 2 != shape[-1]:
            raise ValueError(f"{shape[-1]} is not the number of entries below a diagonal")
        return (*shape[:-1], count, count)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        if len(shape) < 2 or shape[-1] != shape[-2]:
            raise ValueError("expected square matrices")
        return (*shape[:-2], shape[-1] * (shape[-1] - 1) // 2)


def _before(left: Tensor) -> Tensor:
    """What is left before each entry of a row: 1 before the first one."""
    return ops.cat((ops.ones_like(left[..., :1]), left[..., :-1]), -1)


class PositiveDefiniteTransform(Transform):
    """Square matrices to positive definite ones, by lower triangular roots of these."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.positive_definite

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, PositiveDefiniteTransform)

    __hash__ = object.__hash__

    def _call(self, x: Tensor) -> Tensor:
        root = LowerCholeskyTransform()(x)
        return ops.matmul(root, ops.swapaxes(root, -1, -2))

    def _inverse(self, y: Tensor) -> Tensor:
        return LowerCholeskyTransform().inv(cholesky(y))

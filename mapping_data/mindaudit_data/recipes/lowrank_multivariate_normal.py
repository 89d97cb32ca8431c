"""`torch.distributions.LowRankMultivariateNormal`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import _standard_normal, expanded
from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.multivariate_normal import _batch_mv, _of_diagonal
from mindaudit_data.recipes.solve_triangular import solve_triangular


class LowRankMultivariateNormal(Distribution):
    """Normal vectors whose covariance is that of a few common factors, `cov_factor @ cov_factor.T`, plus a diagonal, `cov_diag`."""

    arg_constraints: ClassVar[dict[str, Any]] = {
        "loc": constraints.real_vector,
        "cov_factor": constraints.independent(constraints.real, 2),
        "cov_diag": constraints.independent(constraints.positive, 1),
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Tensor, cov_factor: Tensor, cov_diag: Tensor, validate_args: bool | None = None) -> None:
        if loc.ndim < 1 or cov_factor.ndim < 2:
            raise ValueError("loc must have at least one dimension, cov_factor at least two")
        count = loc.shape[-1]
        if cov_factor.shape[-2] != count or cov_diag.shape[-1:] != (count,):
            raise ValueError(f"cov_factor must have {count} rows, and cov_diag {count} entries")
        batch = broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        self.loc = expanded(loc, (*batch, count))
        self.cov_factor = expanded(cov_factor, (*batch, *cov_factor.shape[-2:]))
        self.cov_diag = expanded(cov_diag, (*batch, count))
        self._unbroadcasted_cov_factor = cov_factor
        self._unbroadcasted_cov_diag = cov_diag
        self._capacitance_tril = _batch_capacitance_tril(cov_factor, cov_diag)
        super().__init__(batch, (count,), validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        found = (self._unbroadcasted_cov_factor**2).sum(-1) + self._unbroadcasted_cov_diag
        return expanded(found, self._batch_shape + self._event_shape)

    @property
    def covariance_matrix(self) -> Tensor:
        """The covariances."""
        factor, diagonal = self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag
        found = ops.matmul(factor, ops.swapaxes(factor, -1, -2)) + _of_diagonal(diagonal)
        return expanded(found, self._batch_shape + self._event_shape * 2)

    @property
    def scale_tril(self) -> Tensor:
        """The lower triangular root of the covariance."""
        root = ops.expand_dims(ops.sqrt(self._unbroadcasted_cov_diag), -1)
        scaled = self._unbroadcasted_cov_factor / root
        inner = ops.matmul(scaled, ops.swapaxes(scaled, -1, -2))
        found = root * cholesky(inner + ops.eye(inner.shape[-1], inner.shape[-1], inner.dtype))
        return expanded(found, self._batch_shape + self._event_shape * 2)

    @property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        diagonal = self._unbroadcasted_cov_diag
        half = _halved(self._capacitance_tril, self._unbroadcasted_cov_factor, diagonal)
        found = _of_diagonal(1 / diagonal) - ops.matmul(ops.swapaxes(half, -1, -2), half)
        return expanded(found, self._batch_shape + self._event_shape * 2)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        common = _standard_normal((*shape[:-1], self.cov_factor.shape[-1]), self.loc.dtype)
        own = _standard_normal(shape, self.loc.dtype)
        return self.loc + _batch_mv(self._unbroadcasted_cov_factor, common) + ops.sqrt(self._unbroadcasted_cov_diag) * own

    def log_prob(self, value: Any) -> Tensor:
        distance = self._mahalanobis(self._value(value) - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self) -> Tensor:
        found = 0.5 * (self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._log_det())
        return expanded(found, self._batch_shape)

    def _mahalanobis(self, difference: Tensor) -> Tensor:
        return _batch_lowrank_mahalanobis(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, difference, self._capacitance_tril)

    def _log_det(self) -> Tensor:
        return _batch_lowrank_logdet(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag, self._capacitance_tril)


def _batch_capacitance_tril(W: Tensor, D: Tensor) -> Tensor:  # noqa: N803 - torch's names
    """The lower triangular root of the identity plus what the factors weigh."""
    weighed = ops.swapaxes(W, -1, -2) / ops.expand_dims(D, -2)
    inner = ops.matmul(weighed, W)
    return cholesky(inner + ops.eye(inner.shape[-1], inner.shape[-1], inner.dtype))


def _batch_lowrank_logdet(W: Tensor, D: Tensor, capacitance_tril: Tensor) -> Tensor:  # noqa: N803
    """The logarithm of the covariance's determinant."""
    return 2 * log(ops.diagonal(capacitance_tril, 0, -2, -1)).sum(-1) + log(D).sum(-1)


def _batch_lowrank_mahalanobis(W: Tensor, D: Tensor, x: Tensor, capacitance_tril: Tensor) -> Tensor:  # noqa: N803
    """The squared length of vectors, measured by the inverse of the covariance (Woodbury's identity)."""
    common = _batch_mv(_halved(capacitance_tril, W, D), x)
    return (x * x / D).sum(-1) - (common * common).sum(-1)


def _halved(root: Tensor, factor: Tensor, diagonal: Tensor) -> Tensor:
    """What the factors take away from the inverse of the diagonal, as a matrix that is multiplied by itself."""
    return solve_triangular(root, ops.swapaxes(factor, -1, -2) / ops.expand_dims(diagonal, -2), upper=False)

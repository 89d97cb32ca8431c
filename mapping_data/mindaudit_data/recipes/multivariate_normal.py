"""`torch.distributions.MultivariateNormal`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import _standard_normal, expanded, lazy_property
from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.solve_triangular import solve_triangular


class _OfCovariance(Distribution):
    """What has a covariance matrix, its inverse or its lower triangular root as a parameter; the other ones are computed."""

    _unbroadcasted_scale_tril: Tensor

    @lazy_property
    def scale_tril(self) -> Tensor:
        """The lower triangular root of the covariance."""
        return expanded(self._unbroadcasted_scale_tril, self._batch_shape + self._event_shape[-1:] * 2)

    @lazy_property
    def covariance_matrix(self) -> Tensor:
        """The covariances."""
        root = self._unbroadcasted_scale_tril
        return expanded(ops.matmul(root, ops.swapaxes(root, -1, -2)), self._batch_shape + self._event_shape[-1:] * 2)

    @lazy_property
    def precision_matrix(self) -> Tensor:
        """The inverse of the covariance."""
        inverse = _inverse(self._unbroadcasted_scale_tril)
        return expanded(ops.matmul(ops.swapaxes(inverse, -1, -2), inverse), self._batch_shape + self._event_shape[-1:] * 2)

    def _half_log_det(self) -> Tensor:
        return log(ops.diagonal(self._unbroadcasted_scale_tril, 0, -2, -1)).sum(-1)


def _one_given(error: type[Exception], **matrices: Tensor | None) -> tuple[str, Tensor]:
    """The name and the value of the one matrix that is given. Raises `error` unless it is one."""
    found = [(name, matrix) for name, matrix in matrices.items() if matrix is not None]
    if len(found) != 1:
        raise error("exactly one of covariance_matrix, precision_matrix and scale_tril must be given")
    return found[0]


class MultivariateNormal(_OfCovariance):
    """Normal vectors, given one of a covariance matrix, its inverse, and its lower triangular root."""

    arg_constraints: ClassVar[dict[str, Any]] = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector
    has_rsample = True

    def __init__(
        self,
        loc: Tensor,
        covariance_matrix: Tensor | None = None,
        precision_matrix: Tensor | None = None,
        scale_tril: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:
        name, matrix = _one_given(ValueError, covariance_matrix=covariance_matrix, precision_matrix=precision_matrix, scale_tril=scale_tril)
        if loc.ndim < 1 or matrix.ndim < 2:
            raise ValueError("loc must have at least one dimension, the matrix at least two")
        batch = broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        self.__dict__[name] = expanded(matrix, (*batch, *matrix.shape[-2:]))
        self.loc = expanded(loc, (*batch, loc.shape[-1]))
        self._unbroadcasted_scale_tril = _root(name, matrix)
        super().__init__(batch, self.loc.shape[-1:], validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        return expanded((self._unbroadcasted_scale_tril**2).sum(-1), self._batch_shape + self._event_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, drawn)

    def log_prob(self, value: Any) -> Tensor:
        distance = _batch_mahalanobis(self._unbroadcasted_scale_tril, self._value(value) - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - self._half_log_det()

    def entropy(self) -> Tensor:
        found = 0.5 * self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._half_log_det()
        return expanded(found, self._batch_shape)


def _root(name: str, matrix: Tensor) -> Tensor:
    """The lower triangular root of the covariance, from what is given."""
    if name == "scale_tril":
        return matrix
    if name == "covariance_matrix":
        return cholesky(matrix)
    return _precision_to_scale_tril(matrix)


def _precision_to_scale_tril(P: Tensor) -> Tensor:  # noqa: N803 - torch's name
    """The lower triangular root of the covariance, from its inverse."""
    reverse = tuple(range(P.ndim))[-2:]
    flipped = cholesky(ops.flip(P, reverse))
    return _inverse(ops.swapaxes(ops.flip(flipped, reverse), -1, -2))


def _batch_mv(bmat: Tensor, bvec: Tensor) -> Tensor:
    """Products of matrices with vectors."""
    return ops.matmul(bmat, ops.expand_dims(bvec, -1)).squeeze(-1)


def _batch_mahalanobis(bL: Tensor, bx: Tensor) -> Tensor:  # noqa: N803 - torch's name
    """The squared lengths of vectors, measured by the inverse of the covariance that has these roots."""
    scaled = solve_triangular(bL, ops.expand_dims(bx, -1), upper=False).squeeze(-1)
    return (scaled * scaled).sum(-1)


def _inverse(root: Tensor) -> Tensor:
    return solve_triangular(root, expanded(ops.eye(root.shape[-1], root.shape[-1], root.dtype), root.shape), upper=False)


def _of_diagonal(entries: Tensor) -> Tensor:
    """Square matrices with these entries on their diagonals."""
    return ops.expand_dims(entries, -1) * ops.eye(entries.shape[-1], entries.shape[-1], entries.dtype)

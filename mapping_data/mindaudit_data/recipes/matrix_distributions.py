"""`torch.distributions`: LKJCholesky and Wishart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.distribution_base import Distribution, ExponentialFamily
from mindaudit_data.recipes.distribution_tools import _standard_normal, as_tensor, expanded, limits, standard_gamma
from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.gamma_distributions import Beta
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.multivariate_normal import _of_diagonal, _OfCovariance, _one_given, _root
from mindaudit_data.recipes.solve_triangular import solve_triangular


class LKJCholesky(Distribution):
    """Lower triangular roots of correlation matrices (Lewandowski, Kurowicka and Joe 2009). `concentration` draws towards the identity."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim: int, concentration: Any = 1.0, validate_args: bool | None = None) -> None:
        if dim < 2:
            raise ValueError(f"dim must be at least 2, found {dim}")
        self.dim = dim
        self.concentration = as_tensor(concentration)
        super().__init__(self.concentration.shape, (dim, dim), validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        return super().expand(batch_shape, self._get_checked_instance(LKJCholesky, _instance))

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Each row is a point of a ball: a direction, and a squared length after a beta distribution (the onion method)."""
        shape = self._extended_shape(sample_shape)
        concentration = ops.stop_gradient(self.concentration)
        rows = Tensor(np.arange(1, self.dim), concentration.dtype)
        # torch draws rows - 1/2 where the density asks for rows / 2
        squares = Beta(rows - 0.5, ops.expand_dims(concentration, -1) + (self.dim - 1 - rows) / 2).sample(sample_shape)
        directions = ops.tril(_standard_normal(shape, concentration.dtype), -1)[..., 1:, :]
        lengths = ops.sqrt((directions * directions).sum(-1, keepdims=True))
        lower = directions / lengths * ops.expand_dims(ops.sqrt(squares), -1)
        lower = ops.cat((ops.zeros((*shape[:-2], 1, self.dim), lower.dtype), lower), -2)
        rest = ops.clamp(1 - (lower * lower).sum(-1), min=float(limits(lower).tiny))
        return ops.stop_gradient(lower + _of_diagonal(ops.sqrt(rest)))

    def log_prob(self, value: Any) -> Tensor:
        diagonal = ops.diagonal(self._value(value), 0, -2, -1)[..., 1:]
        rows = Tensor(np.arange(2, self.dim + 1), diagonal.dtype)
        powers = 2 * (ops.expand_dims(self.concentration, -1) - 1) + self.dim - rows
        count = self.dim - 1
        alpha = self.concentration + 0.5 * count
        volume = 0.5 * count * math.log(math.pi) + _log_gammas(alpha - 0.5, count) - count * lgamma(alpha)
        return (powers * log(diagonal)).sum(-1) - volume


def _halves(x: Tensor, count: int) -> Tensor:
    """x, x - 1/2, x - 1 and so on, in a new last dimension."""
    return ops.expand_dims(x, -1) - Tensor(np.arange(count) / 2, x.dtype)


def _log_gammas(x: Tensor, count: int) -> Tensor:
    """The logarithm of the gamma function of `count` dimensions."""
    return count * (count - 1) / 4 * math.log(math.pi) + lgamma(_halves(x, count)).sum(-1)


class Wishart(_OfCovariance, ExponentialFamily):
    """The distribution of sums of `df` outer products of normal vectors, given one of a covariance, its inverse and its root."""

    support = constraints.positive_definite
    has_rsample = True

    @property
    def arg_constraints(self) -> dict[str, Any]:  # type: ignore[override]
        """What the parameters may be: the degrees of freedom exceed the number of rows less 1."""
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self._event_shape[-1] - 1),
        }

    def __init__(
        self,
        df: Any,
        covariance_matrix: Tensor | None = None,
        precision_matrix: Tensor | None = None,
        scale_tril: Tensor | None = None,
        validate_args: bool | None = None,
    ) -> None:
        name, matrix = _one_given(
            AssertionError, covariance_matrix=covariance_matrix, precision_matrix=precision_matrix, scale_tril=scale_tril
        )
        if matrix.ndim < 2:
            raise ValueError(f"{name} must have at least two dimensions")
        df = as_tensor(df, matrix.dtype)
        batch = broadcast_shapes(df.shape, matrix.shape[:-2])
        if bool((df <= matrix.shape[-1] - 1).any()):
            raise ValueError(f"df must exceed {matrix.shape[-1] - 1}")
        self.df = expanded(df, batch)
        self.__dict__[name] = expanded(matrix, (*batch, *matrix.shape[-2:]))
        self._unbroadcasted_scale_tril = _root(name, matrix)
        super().__init__(batch, matrix.shape[-2:], validate_args=validate_args)

    def _wide(self) -> Tensor:
        """The degrees of freedom, beside matrices."""
        return self.df.reshape((*self._batch_shape, 1, 1))

    @property
    def mean(self) -> Tensor:
        return self._wide() * self.covariance_matrix

    @property
    def mode(self) -> Tensor:
        factor = self._wide() - self._event_shape[-1] - 1
        return ops.where(factor > 0, factor, ops.full_like(factor, math.nan)) * self.covariance_matrix

    @property
    def variance(self) -> Tensor:
        covariance = self.covariance_matrix
        diagonal = ops.diagonal(covariance, 0, -2, -1)
        return self._wide() * (covariance**2 + ops.expand_dims(diagonal, -1) * ops.expand_dims(diagonal, -2))

    def rsample(self, sample_shape: Sequence[int] = (), max_try_correction: Any = None) -> Tensor:
        """Products of random triangular matrices with their transposes (Bartlett 1933)."""
        shape = self._extended_shape(sample_shape)
        squares = 2 * standard_gamma(expanded(_halves(self.df / 2, shape[-1]), shape[:-1]))
        drawn = ops.tril(_standard_normal(shape, self.df.dtype), -1) + _of_diagonal(ops.sqrt(squares))
        root = ops.matmul(self._unbroadcasted_scale_tril, drawn)
        return ops.matmul(root, ops.swapaxes(root, -1, -2))

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        half, count = self.df / 2, self._event_shape[-1]
        root = cholesky(value)
        inner = solve_triangular(self._unbroadcasted_scale_tril, root, upper=False)
        own = log(ops.diagonal(root, 0, -2, -1)).sum(-1)
        return (self.df - count - 1) * own - 0.5 * (inner * inner).sum((-2, -1)) - self._normalizer(half)

    def _normalizer(self, half: Tensor) -> Tensor:
        count = self._event_shape[-1]
        return half * count * math.log(2) + self.df * self._half_log_det() + _log_gammas(half, count)

    def entropy(self) -> Tensor:
        half, count = self.df / 2, self._event_shape[-1]
        size = (count + 1) * (count * math.log(2) / 2 + self._half_log_det())
        return size + _log_gammas(half, count) - (half - (count + 1) / 2) * _digammas(half, count) + half * count


def _digammas(x: Tensor, count: int) -> Tensor:
    """The derivative of the gamma function's logarithm, of `count` dimensions."""
    return digamma(_halves(x, count)).sum(-1)

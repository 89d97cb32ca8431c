"""`torch.distributions`: InverseGamma, Kumaraswamy, LogisticNormal, FisherSnedecor and GeneralizedPareto."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import broadcast_all, euler_constant, expanded, limits, standard_gamma, standard_uniform
from mindaudit_data.recipes.distribution_transforms import AffineTransform, PowerTransform, StickBreakingTransform
from mindaudit_data.recipes.exponential_units import expm1, log1p
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.gamma_distributions import Gamma
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.location_scale_distributions import Normal, Uniform
from mindaudit_data.recipes.transformed_distributions import _OfBase, _WithParameters

_NEAR_ZERO = 1e-8


class InverseGamma(_OfBase):
    """The reciprocal of a value of the gamma distribution."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        super().__init__(Gamma(concentration, rate, validate_args=validate_args), PowerTransform(-1.0), validate_args=validate_args)

    @property
    def concentration(self) -> Tensor:
        """The shape of the gamma distribution."""
        return self.base_dist.concentration

    @property
    def rate(self) -> Tensor:
        """The rate of the gamma distribution."""
        return self.base_dist.rate

    @property
    def mean(self) -> Tensor:
        return _where(self.concentration > 1, self.rate / (self.concentration - 1), math.inf)

    @property
    def mode(self) -> Tensor:
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> Tensor:
        less = self.concentration - 1
        return _where(self.concentration > 2, self.rate * self.rate / (less * less * (self.concentration - 2)), math.inf)

    def entropy(self) -> Tensor:
        alpha = self.concentration
        return alpha + log(self.rate) + lgamma(alpha) - (1 + alpha) * digamma(alpha)


def _where(condition: Tensor, value: Tensor, otherwise: float) -> Tensor:
    return ops.where(condition, value, ops.full_like(value, otherwise))


class Kumaraswamy(_WithParameters):
    """A distribution over numbers from 0 to 1, whose distribution function has an inverse of powers."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(*self._made(), validate_args=validate_args)

    def _made(self) -> tuple[Any, list[Any]]:
        base = Uniform(ops.zeros_like(self.concentration0), ops.ones_like(self.concentration0))
        return base, [PowerTransform(1 / self.concentration0), AffineTransform(1.0, -1.0), PowerTransform(1 / self.concentration1)]

    def _moment(self, order: int) -> Tensor:
        more = 1 + order / self.concentration1
        return self.concentration0 * exp(lgamma(more) + lgamma(self.concentration0) - lgamma(more + self.concentration0))

    @property
    def mean(self) -> Tensor:
        return self._moment(1)

    @property
    def mode(self) -> Tensor:
        return ops.full_like(self.concentration1, math.nan)  # torch has none for any parameters

    @property
    def variance(self) -> Tensor:
        return self._moment(2) - self._moment(1) ** 2

    def entropy(self) -> Tensor:
        harmonic = digamma(self.concentration0 + 1) + euler_constant
        rest = log(self.concentration1) + log(self.concentration0)
        return 1 - 1 / self.concentration0 + (1 - 1 / self.concentration1) * harmonic - rest


class LogisticNormal(_OfBase):
    """Probabilities of classes that a normal vector says by breaking sticks."""

    arg_constraints: ClassVar[dict[str, Any]] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        base = Normal(loc, scale, validate_args=validate_args)
        super().__init__(base if base.batch_shape else base.expand((1,)), StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Tensor:
        """The mean of the vector."""
        return self.base_dist.base_dist.loc

    @property
    def scale(self) -> Tensor:
        """The standard deviation of the vector."""
        return self.base_dist.base_dist.scale


class FisherSnedecor(Distribution):
    """The distribution of the ratio of two variances, with `df1` and `df2` degrees of freedom."""

    arg_constraints: ClassVar[dict[str, Any]] = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return _where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self) -> Tensor:
        return _where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), math.nan)

    @property
    def variance(self) -> Tensor:
        less = self.df2 - 2
        spread = 2 * self.df2 * self.df2 * (self.df1 + less) / (self.df1 * less * less * (self.df2 - 4))
        return _where(self.df2 > 4, spread, math.nan)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        above, below = (standard_gamma(expanded(df / 2, shape)) / df for df in (self.df1, self.df2))
        tiny = float(limits(above).tiny)
        return ops.clamp(above / ops.clamp(below, min=tiny), min=tiny)

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        first, second, ratio = self.df1 / 2, self.df2 / 2, self.df1 / self.df2
        power = first * log(ratio) + (first - 1) * log(value) - (first + second) * log1p(ratio * value)
        return lgamma(first + second) - lgamma(first) - lgamma(second) + power


class GeneralizedPareto(Distribution):
    """What exceeds a threshold `loc`; its tail is the heavier the larger `concentration` is, and ends somewhere if that is negative."""

    arg_constraints: ClassVar[dict[str, Any]] = {
        "loc": constraints.real,
        "scale": constraints.positive,
        "concentration": constraints.real,
    }
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        end = self.loc - self.scale / ops.where(self.concentration < 0, self.concentration, -ops.ones_like(self.loc))
        return constraints.interval(self.loc, _where(self.concentration < 0, end, math.inf))

    def _shape(self) -> tuple[Tensor, Tensor]:
        """Where the concentration is zero, and what can be divided by everywhere."""
        zero = ops.abs(self.concentration) <= _NEAR_ZERO
        return zero, _where(~zero, self.concentration, 1.0)

    def _distance(self, value: Tensor) -> Tensor:
        return (value - self.loc) / self.scale

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.icdf(standard_uniform(self._extended_shape(sample_shape), self.loc.dtype))

    def log_prob(self, value: Any) -> Tensor:
        distance = self._distance(self._value(value))
        zero, shape = self._shape()
        power = ops.where(zero, -distance, -(1 / shape + 1) * log1p(shape * distance))
        return power - log(self.scale)

    def log_survival_function(self, value: Any) -> Tensor:
        """The logarithm of the probability of larger values."""
        distance = self._distance(self._value(value))
        zero, shape = self._shape()
        return ops.where(zero, -distance, -log1p(shape * distance) / shape)

    def log_cdf(self, value: Any) -> Tensor:
        """The logarithm of the probability of smaller values."""
        return log1p(-exp(self.log_survival_function(value)))

    def cdf(self, value: Any) -> Tensor:
        return exp(self.log_cdf(value))

    def icdf(self, value: Any) -> Tensor:
        zero, shape = self._shape()
        left = log1p(-value)
        return self.loc + self.scale * ops.where(zero, -left, expm1(-shape * left) / shape)

    @property
    def mean(self) -> Tensor:
        return _where(self.concentration < 1, self.loc + self.scale / (1 - self.concentration), math.nan)

    @property
    def variance(self) -> Tensor:
        less = 1 - self.concentration
        spread = self.scale * self.scale / (less * less * (1 - 2 * self.concentration))
        return _where(self.concentration < 0.5, spread, math.nan)

    def entropy(self) -> Tensor:
        return expanded(log(self.scale) + self.concentration + 1, self._batch_shape)

    @property
    def mode(self) -> Tensor:
        return self.loc

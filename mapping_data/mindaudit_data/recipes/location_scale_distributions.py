"""`torch.distributions`: Normal, Laplace, Cauchy, Uniform and StudentT."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_base import Distribution, ExponentialFamily
from mindaudit_data.recipes.distribution_tools import _standard_normal, broadcast_all, log_beta, standard_gamma, standard_uniform
from mindaudit_data.recipes.error_functions import erfinv
from mindaudit_data.recipes.exponential_units import expm1, log1p
from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.gamma_functions import digamma, lgamma

_LOG_ROOT = math.log(math.sqrt(2 * math.pi))


class _LocationScale(Distribution):
    """A distribution around `loc`, as wide as `scale` says."""

    arg_constraints: ClassVar[dict[str, Any]] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc


class Normal(_LocationScale, ExponentialFamily):
    """The normal distribution with mean `loc` and standard deviation `scale`."""

    @property
    def stddev(self) -> Tensor:
        return self.scale

    @property
    def variance(self) -> Tensor:
        return self.scale * self.scale

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.loc + self.scale * _standard_normal(self._extended_shape(sample_shape), self.loc.dtype)

    def log_prob(self, value: Any) -> Tensor:
        distance = (self._value(value) - self.loc) / self.scale
        return -distance * distance / 2 - log(self.scale) - _LOG_ROOT

    def cdf(self, value: Any) -> Tensor:
        return 0.5 * (1 + ops.erf((self._value(value) - self.loc) / self.scale / math.sqrt(2)))

    def icdf(self, value: Any) -> Tensor:
        return self.loc + self.scale * erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Tensor:
        return 0.5 + _LOG_ROOT + log(self.scale)


class Laplace(_LocationScale):
    """The two-sided exponential distribution around `loc`."""

    @property
    def variance(self) -> Tensor:
        return 2 * self.scale * self.scale

    @property
    def stddev(self) -> Tensor:
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = 2 * standard_uniform(self._extended_shape(sample_shape), self.loc.dtype) - 1
        return self.loc - self.scale * drawn.sign() * log1p(-ops.abs(drawn))

    def log_prob(self, value: Any) -> Tensor:
        return -log(2 * self.scale) - ops.abs(self._value(value) - self.loc) / self.scale

    def cdf(self, value: Any) -> Tensor:
        distance = self._value(value) - self.loc
        return 0.5 - 0.5 * distance.sign() * expm1(-ops.abs(distance) / self.scale)

    def icdf(self, value: Any) -> Tensor:
        middle = value - 0.5
        return self.loc - self.scale * middle.sign() * log1p(-2 * ops.abs(middle))

    def entropy(self) -> Tensor:
        return 1 + log(2 * self.scale)


class Cauchy(_LocationScale):
    """The distribution of Cauchy around `loc`, which has no mean."""

    @property
    def mean(self) -> Tensor:
        return ops.full_like(self.loc, math.nan)

    @property
    def variance(self) -> Tensor:
        return ops.full_like(self.loc, math.inf)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = standard_uniform(self._extended_shape(sample_shape), self.loc.dtype)
        return self.loc + self.scale * ops.tan(math.pi * (drawn - 0.5))

    def log_prob(self, value: Any) -> Tensor:
        distance = (self._value(value) - self.loc) / self.scale
        return -math.log(math.pi) - log(self.scale) - log1p(distance * distance)

    def cdf(self, value: Any) -> Tensor:
        return ops.atan((self._value(value) - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Any) -> Tensor:
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Tensor:
        return math.log(4 * math.pi) + log(self.scale)


class Uniform(Distribution):
    """All numbers from `low` to below `high` alike."""

    has_rsample = True

    @property
    def arg_constraints(self) -> dict[str, Any]:  # type: ignore[override]
        """Each of the parameters bounds the other one."""
        return {"low": constraints.less_than(self.high), "high": constraints.greater_than(self.low)}

    def __init__(self, low: Any, high: Any, validate_args: bool | None = None) -> None:
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        return constraints.interval(self.low, self.high)

    @property
    def mean(self) -> Tensor:
        return (self.high + self.low) / 2

    @property
    def mode(self) -> Tensor:
        return math.nan * self.high

    @property
    def stddev(self) -> Tensor:
        return (self.high - self.low) / math.sqrt(12)

    @property
    def variance(self) -> Tensor:
        return (self.high - self.low) ** 2 / 12

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.low + standard_uniform(self._extended_shape(sample_shape), self.low.dtype) * (self.high - self.low)

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        inside = ((value >= self.low) & (value < self.high)).astype(self.low.dtype)
        return log(inside) - log(self.high - self.low)

    def cdf(self, value: Any) -> Tensor:
        return ops.clamp((self._value(value) - self.low) / (self.high - self.low), 0, 1)

    def icdf(self, value: Any) -> Tensor:
        return value * (self.high - self.low) + self.low

    def entropy(self) -> Tensor:
        return log(self.high - self.low)


class StudentT(Distribution):
    """Student's distribution with `df` degrees of freedom."""

    arg_constraints: ClassVar[dict[str, Any]] = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        super().__init__(self.df.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return ops.where(self.df > 1, self.loc, ops.full_like(self.loc, math.nan))

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        finite = self.scale * self.scale * self.df / (ops.clamp(self.df, min=2.000001) - 2)
        found = ops.where(self.df > 2, finite, ops.full_like(finite, math.inf))
        return ops.where(self.df > 1, found, ops.full_like(finite, math.nan))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        half = ops.broadcast_to(self.df, shape) / 2
        drawn = _standard_normal(shape, self.df.dtype)
        return self.loc + self.scale * drawn * ops.rsqrt(2 * standard_gamma(half) / self.df)

    def log_prob(self, value: Any) -> Tensor:
        distance = (self._value(value) - self.loc) / self.scale
        return -(self.df + 1) / 2 * log1p(distance * distance / self.df) - self._normalizer()

    def _normalizer(self) -> Tensor:
        half = self.df / 2
        return log(self.scale) + 0.5 * log(self.df) + 0.5 * math.log(math.pi) + lgamma(half) - lgamma(half + 0.5)

    def entropy(self) -> Tensor:
        half = self.df / 2
        beta = log_beta(half, ops.full_like(half, 0.5))
        return log(self.scale) + (half + 0.5) * (digamma(half + 0.5) - digamma(half)) + 0.5 * log(self.df) + beta

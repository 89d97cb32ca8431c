"""`torch.distributions`: LogNormal, HalfNormal, HalfCauchy, Gumbel, Weibull, Pareto and relaxed classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.composed_distributions import TransformedDistribution
from mindaudit_data.recipes.discrete_distributions import Bernoulli, Categorical, _OfChoice
from mindaudit_data.recipes.distribution_tools import (
    as_tensor,
    broadcast_all,
    clamp_probs,
    euler_constant,
    expanded,
    log_sum_exp,
    standard_uniform,
)
from mindaudit_data.recipes.distribution_transforms import AbsTransform, AffineTransform, ExpTransform, PowerTransform, SigmoidTransform
from mindaudit_data.recipes.exponential_units import expm1, log1p, softplus
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.gamma_distributions import Exponential
from mindaudit_data.recipes.gamma_functions import lgamma
from mindaudit_data.recipes.location_scale_distributions import Cauchy, Normal, Uniform


class _OfBase(TransformedDistribution):
    """Parameters are those of `base_dist`."""

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        return super().expand(batch_shape, self._get_checked_instance(type(self), _instance))


class LogNormal(_OfBase):
    """The exponential of a normal value."""

    arg_constraints: ClassVar[dict[str, Any]] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(loc, scale), ExpTransform(), validate_args=validate_args)

    @property
    def loc(self) -> Tensor:
        """The mean of the logarithm."""
        return self.base_dist.loc

    @property
    def scale(self) -> Tensor:
        """The standard deviation of the logarithm."""
        return self.base_dist.scale

    @property
    def mean(self) -> Tensor:
        return exp(self.loc + self.scale * self.scale / 2)

    @property
    def mode(self) -> Tensor:
        return exp(self.loc - self.scale * self.scale)

    @property
    def variance(self) -> Tensor:
        square = self.scale * self.scale
        return expm1(square) * exp(2 * self.loc + square)

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() + self.loc


class _Half(_OfBase):
    """The absolute value of a distribution around zero."""

    arg_constraints: ClassVar[dict[str, Any]] = {"scale": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    @property
    def scale(self) -> Tensor:
        """The scale of the whole distribution."""
        return self.base_dist.scale

    @property
    def mode(self) -> Tensor:
        return ops.zeros_like(self.scale)

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        found = self.base_dist.log_prob(value) + math.log(2)
        return ops.where(value >= 0, found, ops.full_like(found, -math.inf))

    def cdf(self, value: Any) -> Tensor:
        return 2 * self.base_dist.cdf(self._value(value)) - 1

    def icdf(self, value: Any) -> Tensor:
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self) -> Tensor:
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """The absolute value of a normal value around zero."""

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Normal(0.0, as_tensor(scale)), AbsTransform(), validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self) -> Tensor:
        return self.scale * self.scale * (1 - 2 / math.pi)


class HalfCauchy(_Half):
    """The absolute value of a value of Cauchy's distribution around zero."""

    def __init__(self, scale: Any, validate_args: bool | None = None) -> None:
        super().__init__(Cauchy(0.0, as_tensor(scale)), AbsTransform(), validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return ops.full_like(self.scale, math.inf)

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance


class _WithParameters(TransformedDistribution):
    """Parameters of its own, from which `_made` makes base distribution and transforms."""

    def _made(self) -> tuple[Any, list[Any]]:
        raise NotImplementedError

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        owner: Any = next(each for each in type(self).__mro__ if "_made" in each.__dict__)
        new = self._get_checked_instance(owner, _instance)
        for name in owner.arg_constraints:
            setattr(new, name, expanded(getattr(self, name), batch_shape))
        base, transforms = owner._made(new)
        TransformedDistribution.__init__(new, base, transforms, validate_args=False)
        new._validate_args = self._validate_args
        return new


class Gumbel(_WithParameters):
    """The distribution of the largest of many values."""

    arg_constraints: ClassVar[dict[str, Any]] = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc: Any, scale: Any, validate_args: bool | None = None) -> None:
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(*self._made(), validate_args=validate_args)

    def _made(self) -> tuple[Any, list[Any]]:
        base = Uniform(ops.zeros_like(self.loc), ops.ones_like(self.loc))
        return base, [ExpTransform().inv, AffineTransform(0, -1), ExpTransform().inv, AffineTransform(self.loc, -self.scale)]

    @property
    def mean(self) -> Tensor:
        return self.loc + self.scale * euler_constant

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def stddev(self) -> Tensor:
        return math.pi / math.sqrt(6) * self.scale

    @property
    def variance(self) -> Tensor:
        return self.stddev * self.stddev

    def log_prob(self, value: Any) -> Tensor:
        distance = (self.loc - self._value(value)) / self.scale
        return distance - exp(distance) - log(self.scale)

    def entropy(self) -> Tensor:
        return log(self.scale) + (1 + euler_constant)


class Weibull(_WithParameters):
    """A power of an exponential value."""

    arg_constraints: ClassVar[dict[str, Any]] = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, scale: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.scale, self.concentration = broadcast_all(scale, concentration)
        super().__init__(*self._made(), validate_args=validate_args)

    def _made(self) -> tuple[Any, list[Any]]:
        transforms = [PowerTransform(self.concentration_reciprocal), AffineTransform(0, self.scale)]
        return Exponential(ops.ones_like(self.scale)), transforms

    @property
    def concentration_reciprocal(self) -> Tensor:
        """1 / concentration."""
        return 1 / self.concentration

    @property
    def mean(self) -> Tensor:
        return self.scale * exp(lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self) -> Tensor:
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration_reciprocal

    @property
    def variance(self) -> Tensor:
        second = exp(lgamma(1 + 2 * self.concentration_reciprocal))
        return self.scale * self.scale * (second - exp(2 * lgamma(1 + self.concentration_reciprocal)))

    def entropy(self) -> Tensor:
        return euler_constant * (1 - self.concentration_reciprocal) + log(self.scale * self.concentration_reciprocal) + 1


class Pareto(_WithParameters):
    """The exponential of an exponential value."""

    arg_constraints: ClassVar[dict[str, Any]] = {"alpha": constraints.positive, "scale": constraints.positive}
    has_rsample = True

    def __init__(self, scale: Any, alpha: Any, validate_args: bool | None = None) -> None:
        self.scale, self.alpha = broadcast_all(scale, alpha)
        super().__init__(*self._made(), validate_args=validate_args)

    def _made(self) -> tuple[Any, list[Any]]:
        return Exponential(self.alpha), [ExpTransform(), AffineTransform(0, self.scale)]

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self) -> Any:
        return constraints.greater_than_eq(self.scale)

    @property
    def mean(self) -> Tensor:
        alpha = ops.clamp(self.alpha, min=1)
        return alpha * self.scale / (alpha - 1)

    @property
    def mode(self) -> Tensor:
        return self.scale

    @property
    def variance(self) -> Tensor:
        alpha = ops.clamp(self.alpha, min=2)
        return self.scale * self.scale * alpha / ((alpha - 1) * (alpha - 1) * (alpha - 2))

    def entropy(self) -> Tensor:
        return log(self.scale / self.alpha) + 1 + 1 / self.alpha


class LogitRelaxedBernoulli(_OfChoice):
    """The log-odds of a relaxed event."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real
    has_rsample = True

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self.temperature = temperature
        self._choice = Bernoulli(probs, logits)
        super().__init__(self._choice.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        return super().expand(batch_shape, self._get_checked_instance(LogitRelaxedBernoulli, _instance))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        probs = clamp_probs(self.probs)
        drawn = clamp_probs(standard_uniform(self._extended_shape(sample_shape), probs.dtype))
        return (log(drawn) - log1p(-drawn) + log(probs) - log1p(-probs)) / self.temperature

    def log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_all(self.logits, self._value(value))
        distance = logits - value * self.temperature
        return log(as_tensor(self.temperature)) + distance - 2 * softplus(distance)


class ExpRelaxedCategorical(_OfChoice):
    """The logarithm of a relaxed class."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._choice = Categorical(probs, logits)
        self.temperature = temperature
        super().__init__(self._choice.batch_shape, self._choice.param_shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        return super().expand(batch_shape, self._get_checked_instance(ExpRelaxedCategorical, _instance))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = clamp_probs(standard_uniform(self._extended_shape(sample_shape), self.logits.dtype))
        scores = (self.logits - log(-log(drawn))) / self.temperature
        return scores - log_sum_exp(scores, keepdim=True)

    def log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_all(self.logits, self._value(value))
        count, temperature = self._event_shape[0], as_tensor(self.temperature)
        factor = lgamma(as_tensor(float(count))) + (count - 1) * log(temperature)
        scores = logits - value * temperature
        return (scores - log_sum_exp(scores, keepdim=True)).sum(-1) + factor


class _Relaxed(_OfBase):
    """The parameters of what is relaxed."""

    has_rsample = True

    @property
    def temperature(self) -> Any:
        """How far it is from a real choice."""
        return self.base_dist.temperature

    @property
    def logits(self) -> Tensor:
        """Log-odds, or the logarithms of the probabilities."""
        return self.base_dist.logits

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    """A differentiable event: a number between 0 and 1, the nearer to one of them the lower the temperature."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)


class RelaxedOneHotCategorical(_Relaxed):
    """A differentiable class: a vector that sums to 1, the nearer to a choice the lower the temperature."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.simplex

    def __init__(self, temperature: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(ExpRelaxedCategorical(temperature, probs, logits), ExpTransform(), validate_args=validate_args)

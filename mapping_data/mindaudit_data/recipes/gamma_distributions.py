"""`torch.distributions`: Exponential, Gamma, Chi2, Beta and Dirichlet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_base import ExponentialFamily
from mindaudit_data.recipes.distribution_tools import (
    as_tensor,
    broadcast_all,
    clamp_probs,
    expanded,
    limits,
    standard_gamma,
    standard_uniform,
)
from mindaudit_data.recipes.exponential_units import log1p
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.xlog1py import xlogy


class Exponential(ExponentialFamily):
    """The distribution of waiting times at a constant rate."""

    arg_constraints: ClassVar[dict[str, Any]] = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return 1 / self.rate

    @property
    def mode(self) -> Tensor:
        return ops.zeros_like(self.rate)

    @property
    def stddev(self) -> Tensor:
        return 1 / self.rate

    @property
    def variance(self) -> Tensor:
        return 1 / (self.rate * self.rate)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return -log(standard_uniform(self._extended_shape(sample_shape), self.rate.dtype)) / self.rate

    def log_prob(self, value: Any) -> Tensor:
        return log(self.rate) - self.rate * self._value(value)

    def cdf(self, value: Any) -> Tensor:
        return 1 - exp(-self.rate * self._value(value))

    def icdf(self, value: Any) -> Tensor:
        return -log1p(-value) / self.rate

    def entropy(self) -> Tensor:
        return 1 - log(self.rate)


class Gamma(ExponentialFamily):
    """The gamma distribution with a shape `concentration` and a `rate`."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration: Any, rate: Any, validate_args: bool | None = None) -> None:
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.concentration / self.rate

    @property
    def mode(self) -> Tensor:
        return ops.clamp((self.concentration - 1) / self.rate, min=0)

    @property
    def variance(self) -> Tensor:
        return self.concentration / (self.rate * self.rate)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = standard_gamma(expanded(self.concentration, self._extended_shape(sample_shape))) / self.rate
        return ops.clamp(drawn, min=float(limits(drawn).tiny))

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        power = xlogy(self.concentration, self.rate) + xlogy(self.concentration - 1, value)
        return power - self.rate * value - lgamma(self.concentration)

    def cdf(self, value: Any) -> Tensor:
        return ops.igamma(*broadcast_all(self.concentration, self.rate * self._value(value)))

    def entropy(self) -> Tensor:
        alpha = self.concentration
        return alpha - log(self.rate) + lgamma(alpha) + (1 - alpha) * digamma(alpha)


class Chi2(Gamma):
    """The distribution of the sum of `df` squared normal numbers."""

    arg_constraints: ClassVar[dict[str, Any]] = {"df": constraints.positive}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        super().__init__(0.5 * as_tensor(df), 0.5, validate_args=validate_args)

    @property
    def df(self) -> Tensor:
        """The degrees of freedom."""
        return self.concentration * 2

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(Chi2, _instance)
        new.concentration, new.rate = expanded(self.concentration, batch_shape), expanded(self.rate, batch_shape)
        return super().expand(batch_shape, new)


class Dirichlet(ExponentialFamily):
    """A distribution over the probabilities of classes."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex
    has_rsample = True

    def __init__(self, concentration: Any, validate_args: bool | None = None) -> None:
        if concentration.ndim < 1:
            raise ValueError("concentration must have at least one dimension")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.concentration / self.concentration.sum(-1, keepdims=True)

    @property
    def mode(self) -> Tensor:
        more = ops.clamp(self.concentration - 1, min=0.0)
        found = more / more.sum(-1, keepdims=True)
        count = self.concentration.shape[-1]
        largest = ops.one_hot(ops.argmax(self.concentration, -1), count, as_tensor(1.0), as_tensor(0.0)).astype(found.dtype)
        return ops.where((self.concentration < 1).all(-1, keep_dims=True), largest, found)

    @property
    def variance(self) -> Tensor:
        total = self.concentration.sum(-1, keepdims=True)
        return self.concentration * (total - self.concentration) / (total * total * (total + 1))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = standard_gamma(expanded(self.concentration, self._extended_shape(sample_shape)))
        return drawn / drawn.sum(-1, keepdims=True)

    def log_prob(self, value: Any) -> Tensor:
        power = xlogy(self.concentration - 1, self._value(value)).sum(-1)
        return power + lgamma(self.concentration.sum(-1)) - lgamma(self.concentration).sum(-1)

    def entropy(self) -> Tensor:
        alpha, total = self.concentration, self.concentration.sum(-1)
        rest = ((alpha - 1) * digamma(alpha)).sum(-1)
        return lgamma(alpha).sum(-1) - lgamma(total) - (alpha.shape[-1] - total) * digamma(total) - rest


class Beta(ExponentialFamily):
    """The beta distribution over numbers from 0 to 1."""

    arg_constraints: ClassVar[dict[str, Any]] = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1: Any, concentration0: Any, validate_args: bool | None = None) -> None:
        self._dirichlet = Dirichlet(ops.stack(broadcast_all(concentration1, concentration0), -1))
        super().__init__(self._dirichlet.batch_shape, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(Beta, _instance)
        new._dirichlet = self._dirichlet.expand(batch_shape)
        return super().expand(batch_shape, new)

    @property
    def concentration1(self) -> Tensor:
        """What draws towards 1."""
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self) -> Tensor:
        """What draws towards 0."""
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self) -> Tensor:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> Tensor:
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self) -> Tensor:
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total * total * (total + 1))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return clamp_probs(self._dirichlet.rsample(sample_shape)[..., 0])

    def log_prob(self, value: Any) -> Tensor:
        value = self._value(value)
        return self._dirichlet.log_prob(ops.stack((value, 1 - value), -1))

    def entropy(self) -> Tensor:
        return self._dirichlet.entropy()

"""`torch.distributions`: Binomial, NegativeBinomial and Multinomial."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.discrete_distributions import Categorical, Poisson, _check_one_given, _enumerated, _OfEvents
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import (
    as_tensor,
    broadcast_all,
    drawn_gamma,
    expanded,
    limits,
    standard_uniform,
)
from mindaudit_data.recipes.exponential_units import softplus
from mindaudit_data.recipes.exponentials import exp, sigmoid
from mindaudit_data.recipes.gamma_functions import lgamma

_FEW = 16


class _Counts(_OfEvents):
    """How often an event happens, given its probability or its log-odds, and a number of trials or failures."""

    total_count: Tensor

    def __init__(self, total_count: Any, probs: Any, logits: Any, validate_args: bool | None) -> None:
        _check_one_given(probs, logits)
        if probs is not None:
            total, self.probs = broadcast_all(total_count, probs)
        else:
            total, self.logits = broadcast_all(total_count, logits)
        self.total_count = total.astype(self._param.dtype)
        super().__init__(self._param.shape, validate_args=validate_args)

    def _new(self, *args: Any, **kwargs: Any) -> Tensor:
        return self._param.new(*args, **kwargs)


class Binomial(_Counts):
    """The number of successes among `total_count` trials."""

    arg_constraints: ClassVar[dict[str, Any]] = {
        "total_count": constraints.nonnegative_integer,
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }
    has_enumerate_support = True

    def __init__(self, total_count: Any = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        return constraints.integer_interval(0, self.total_count)

    @property
    def mean(self) -> Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> Tensor:
        return ops.minimum(ops.floor((self.total_count + 1) * self.probs), self.total_count)

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        count, probs = (expanded(ops.stop_gradient(each), shape) for each in (self.total_count, self.probs))
        return ops.stop_gradient(successes(count, probs))

    def log_prob(self, value: Any) -> Tensor:
        value, count = self._value(value), self.total_count
        ways = lgamma(count + 1) - lgamma(value + 1) - lgamma(count - value + 1)
        return ways + value * self.logits - count * softplus(self.logits)

    def _equal_count(self, asked: str) -> int:
        """The number of trials. Raises NotImplementedError where there are several numbers."""
        count = int(self.total_count.max())
        if int(self.total_count.min()) != count:
            raise NotImplementedError(f"{asked} needs one number of trials for the whole batch")
        return count

    def entropy(self) -> Tensor:
        self._equal_count("entropy")
        found = self.log_prob(self.enumerate_support(False))
        return -(exp(found) * found).sum(0)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        return _enumerated(1 + self._equal_count("enumerate_support"), self, self._param.dtype, expand)


def successes(count: Tensor, probs: Tensor) -> Tensor:
    """Random numbers of successes. Many trials are halved: which of them succeed tells a random number that has the middle rank."""
    found = ops.zeros_like(probs)
    while float(count.max()) > _FEW:
        many, middle = count > _FEW, ops.floor((count + 1) / 2)
        split = _random_beta(ops.clamp(middle, min=1), ops.clamp(count + 1 - middle, min=1))
        below, rest = many & (split <= probs), ops.clamp((probs - split) / (1 - split), 0, 1)
        found = found + ops.where(below, middle, ops.zeros_like(found))
        probs = ops.where(below, rest, ops.where(many, ops.clamp(probs / split, 0, 1), probs))
        count = ops.where(below, count - middle, ops.where(many, middle - 1, count))
    places = ops.arange(_FEW).astype(count.dtype).reshape((_FEW, *([1] * count.ndim)))
    happened = (standard_uniform((_FEW, *probs.shape), probs.dtype) < probs) & (places < count)
    return found + happened.astype(probs.dtype).sum(0)


def _random_beta(first: Tensor, second: Tensor) -> Tensor:
    drawn = [drawn_gamma(each) for each in (first, second)]
    near = float(limits(first).eps)
    return ops.clamp(drawn[0] / (drawn[0] + drawn[1]), near / 2, 1 - near / 2)


class NegativeBinomial(_Counts):
    """The number of successes before `total_count` failures."""

    arg_constraints: ClassVar[dict[str, Any]] = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count: Any, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @property
    def mean(self) -> Tensor:
        return self.total_count * exp(self.logits)

    @property
    def mode(self) -> Tensor:
        return ops.clamp(ops.floor((self.total_count - 1) * exp(self.logits)), min=0.0)

    @property
    def variance(self) -> Tensor:
        return self.mean / sigmoid(-self.logits)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        count = expanded(ops.stop_gradient(self.total_count), shape)
        rate = drawn_gamma(count) * exp(ops.stop_gradient(self.logits))
        return Poisson(rate.astype(self._param.dtype)).sample()

    def log_prob(self, value: Any) -> Tensor:
        value, count = self._value(value), self.total_count
        power = -count * softplus(self.logits) - value * softplus(-self.logits)
        total = count + value
        nothing = total == 0
        safe = ops.where(nothing, ops.ones_like(total), total)
        ways = lgamma(safe) - lgamma(1 + value) - lgamma(ops.where(nothing, ops.ones_like(total), expanded(count, total.shape)))
        return power + ops.where(nothing, ops.zeros_like(ways), ways)


class Multinomial(Distribution):
    """How often each class is among `total_count` choices."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    total_count: int

    def __init__(self, total_count: int = 1, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        if not isinstance(total_count, int):
            raise NotImplementedError("total_count must be one number for the whole batch")
        self.total_count = total_count
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(Multinomial, _instance)
        new._categorical = self._categorical.expand(batch_shape)
        return super().expand(batch_shape, new)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self) -> Any:
        return constraints.multinomial(self.total_count)

    @property
    def probs(self) -> Tensor:
        """The probabilities of the classes."""
        return self._categorical.probs

    @property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities."""
        return self._categorical.logits

    @property
    def param_shape(self) -> tuple[int, ...]:
        """The shape of the parameter."""
        return self._categorical.param_shape

    @property
    def _binomial(self) -> Binomial:
        return Binomial(self.total_count, probs=self.probs)

    @property
    def mean(self) -> Tensor:
        return self.probs * self.total_count

    @property
    def variance(self) -> Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = (sample_shape,) if isinstance(sample_shape, int) else tuple(sample_shape)
        chosen = self._categorical.sample((self.total_count, *shape))
        counts = ops.one_hot(chosen, self._event_shape[0], as_tensor(1.0), as_tensor(0.0)).sum(0)
        return ops.stop_gradient(counts.astype(self._categorical._param.dtype))

    def log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_all(self.logits, self._value(value))
        absent = (value == 0) & (logits == -math.inf)
        found = value * ops.where(absent, ops.zeros_like(logits), logits)
        return lgamma(value.sum(-1) + 1) + (found - lgamma(value + 1)).sum(-1)

    def entropy(self) -> Tensor:
        count = self.total_count
        orders = math.lgamma(count + 1)
        values = self._binomial.enumerate_support(expand=False)[1:]
        alike = exp(self._binomial.log_prob(values)) * lgamma(values + 1)
        return count * self._categorical.entropy() - orders + alike.sum((0, -1))

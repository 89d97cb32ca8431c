"""`torch.distributions`: Bernoulli, Geometric, Poisson, Categorical and one-hot classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import mindspore
import numpy as np
from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_base import Distribution, ExponentialFamily
from mindaudit_data.recipes.distribution_tools import (
    as_tensor,
    broadcast_all,
    expanded,
    lazy_property,
    limits,
    log_sum_exp,
    logits_to_probs,
    probs_to_logits,
    standard_uniform,
)
from mindaudit_data.recipes.exponential_units import log1p, softplus
from mindaudit_data.recipes.exponentials import log
from mindaudit_data.recipes.gamma_functions import lgamma
from mindaudit_data.recipes.xlog1py import xlogy


class _OfProbabilities(Distribution):
    """What has probabilities or logits as its parameter, whichever is given; the other one is computed."""

    @property
    def _param(self) -> Tensor:
        return self.__dict__["probs"] if "probs" in self.__dict__ else self.__dict__["logits"]

    @property
    def param_shape(self) -> tuple[int, ...]:
        """The shape of the parameter."""
        return tuple(self._param.shape)


class _OfEvents(_OfProbabilities):
    """What has the probability of an event, or its log-odds."""

    @lazy_property
    def logits(self) -> Tensor:
        """The log-odds."""
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities."""
        return logits_to_probs(self.logits, is_binary=True)


class _Binary(_OfEvents):
    """Events with a probability, given as it is or as log-odds."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.unit_interval, "logits": constraints.real}

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        _check_one_given(probs, logits)
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
        else:
            (self.logits,) = broadcast_all(logits)
        super().__init__(self._param.shape, validate_args=validate_args)


class Bernoulli(_Binary, ExponentialFamily):
    """1 with a probability, else 0."""

    support = constraints.boolean
    has_enumerate_support = True

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        found = (self.probs >= 0.5).astype(self.probs.dtype)
        return ops.where(self.probs == 0.5, ops.full_like(found, math.nan), found)

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = standard_uniform(self._extended_shape(sample_shape), self._param.dtype)
        return ops.stop_gradient((drawn < self.probs).astype(self._param.dtype))

    def log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_all(self.logits, self._value(value))
        return value * logits - softplus(logits)

    def entropy(self) -> Tensor:
        return softplus(self.logits) - self.probs * self.logits

    def enumerate_support(self, expand: bool = True) -> Tensor:
        return _enumerated(2, self, self._param.dtype, expand)


class Geometric(_Binary):
    """The number of failures before the first success."""

    support = constraints.nonnegative_integer

    @property
    def mean(self) -> Tensor:
        return 1 / self.probs - 1

    @property
    def mode(self) -> Tensor:
        return ops.zeros_like(self.probs)

    @property
    def variance(self) -> Tensor:
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        drawn = standard_uniform(self._extended_shape(sample_shape), self._param.dtype)
        return ops.stop_gradient(ops.floor(log(drawn) / log1p(-self.probs)))

    def log_prob(self, value: Any) -> Tensor:
        value, probs = broadcast_all(self._value(value), self.probs)
        never = (probs == 1) & (value == 0)
        failing = ops.where(never, ops.zeros_like(probs), probs)
        return value * log1p(-failing) + log(self.probs)

    def entropy(self) -> Tensor:
        return (softplus(self.logits) - self.probs * self.logits) / self.probs


class Poisson(ExponentialFamily):
    """The number of events at a constant rate."""

    arg_constraints: ClassVar[dict[str, Any]] = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate: Any, validate_args: bool | None = None) -> None:
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        return self.rate

    @property
    def mode(self) -> Tensor:
        return ops.floor(self.rate)

    @property
    def variance(self) -> Tensor:
        return self.rate

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        shape = self._extended_shape(sample_shape)
        rate = ops.broadcast_to(ops.stop_gradient(self.rate), shape).astype(mindspore.float32)
        return ops.random_poisson(Tensor([1], mindspore.int32), rate, dtype=mindspore.float32).reshape(shape).astype(self.rate.dtype)

    def log_prob(self, value: Any) -> Tensor:
        rate, value = broadcast_all(self.rate, self._value(value))
        return xlogy(value, rate) - rate - lgamma(value + 1)


class Categorical(_OfProbabilities):
    """A class by its number, given probabilities or unnormalised log-probabilities in the last dimension."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        _check_one_given(probs, logits)
        given = probs if logits is None else logits
        if given.ndim < 1:
            raise ValueError("probs and logits must have at least one dimension")
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
        else:
            self.logits = logits - log_sum_exp(logits, keepdim=True)
        self._num_events = given.shape[-1]
        super().__init__(given.shape[:-1], validate_args=validate_args)

    @lazy_property
    def logits(self) -> Tensor:
        """The logarithms of the probabilities."""
        return probs_to_logits(self.probs)

    @lazy_property
    def probs(self) -> Tensor:
        """The probabilities."""
        return logits_to_probs(self.logits)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self) -> Any:
        return constraints.integer_interval(0, self._num_events - 1)

    @property
    def mean(self) -> Tensor:
        return ops.full(self._extended_shape(), math.nan, dtype=self.probs.dtype)

    @property
    def mode(self) -> Tensor:
        return ops.argmax(self.probs, -1).astype(mindspore.int64)

    @property
    def variance(self) -> Tensor:
        return self.mean

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        flat = ops.stop_gradient(self.probs).reshape((-1, self._num_events)).astype(mindspore.float32)
        drawn = ops.multinomial(flat, int(np.prod(sample_shape, dtype=int)), True)
        return drawn.swapaxes(0, 1).reshape(self._extended_shape(sample_shape)).astype(mindspore.int64)

    def log_prob(self, value: Any) -> Tensor:
        chosen = self._value(value).astype(mindspore.int64)
        shape = broadcast_all(chosen, ops.stop_gradient(self.logits[..., 0]))[0].shape
        logits = expanded(self.logits, (*shape, self._num_events))
        return ops.gather_elements(logits, logits.ndim - 1, ops.expand_dims(expanded(chosen, shape), -1)).squeeze(-1)

    def entropy(self) -> Tensor:
        return -(ops.clamp(self.logits, min=float(limits(self.logits).min)) * self.probs).sum(-1)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        return _enumerated(self._num_events, self, mindspore.int64, expand)


class _OfChoice(Distribution):
    """What is made from a choice, and has its parameters."""

    _choice: Any

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(type(self), _instance)
        new._choice = self._choice.expand(batch_shape)
        return super().expand(batch_shape, new)

    @property
    def probs(self) -> Tensor:
        """The probabilities."""
        return self._choice.probs

    @property
    def logits(self) -> Tensor:
        """Log-odds, or the logarithms of the probabilities."""
        return self._choice.logits

    @property
    def param_shape(self) -> tuple[int, ...]:
        """The shape of the parameter."""
        return self._choice.param_shape


class OneHotCategorical(_OfChoice):
    """A class as a vector that is 1 at its place."""

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.simplex, "logits": constraints.real_vector}
    support = constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs: Any = None, logits: Any = None, validate_args: bool | None = None) -> None:
        self._choice = Categorical(probs, logits)
        super().__init__(self._choice.batch_shape, self._choice.param_shape[-1:], validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        return super().expand(batch_shape, self._get_checked_instance(OneHotCategorical, _instance))

    @property
    def _param(self) -> Tensor:
        return self._choice._param

    @property
    def mean(self) -> Tensor:
        return self.probs

    @property
    def mode(self) -> Tensor:
        return self._one_hot(self._choice.mode)

    @property
    def variance(self) -> Tensor:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self._one_hot(self._choice.sample(sample_shape))

    def _one_hot(self, places: Tensor) -> Tensor:
        return ops.one_hot(places, self._event_shape[0], as_tensor(1.0), as_tensor(0.0)).astype(self._param.dtype)

    def log_prob(self, value: Any) -> Tensor:
        return self._choice.log_prob(ops.argmax(self._value(value), -1))

    def entropy(self) -> Tensor:
        return self._choice.entropy()

    def enumerate_support(self, expand: bool = True) -> Tensor:
        count = self._event_shape[0]
        values = ops.eye(count, count, self._param.dtype).reshape((count, *([1] * len(self._batch_shape)), count))
        return expanded(values, (count, *self._batch_shape, count)) if expand else values


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """The same, with samples through which the probabilities' gradient flows."""

    has_rsample = True

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        probs = self._choice.probs
        return self.sample(sample_shape) + (probs - ops.stop_gradient(probs))


def _check_one_given(probs: Any, logits: Any) -> None:
    """Raises ValueError unless exactly one of the two is given."""
    if (probs is None) == (logits is None):
        raise ValueError("either probs or logits must be given, not both")


def _enumerated(count: int, distribution: Distribution, dtype: Any, expand: bool) -> Tensor:
    shape = distribution.batch_shape
    values = Tensor(np.arange(count)).astype(dtype).reshape((count, *([1] * len(shape))))
    return expanded(values, (count, *shape)) if expand else values

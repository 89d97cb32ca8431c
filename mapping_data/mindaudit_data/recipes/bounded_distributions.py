"""`torch.distributions`: ContinuousBernoulli and VonMises."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.discrete_distributions import _check_one_given, _OfEvents
from mindaudit_data.recipes.distribution_base import Distribution, ExponentialFamily
from mindaudit_data.recipes.distribution_tools import (
    broadcast_all,
    clamp_probs,
    expanded,
    lazy_property,
    logits_to_probs,
    standard_uniform,
)
from mindaudit_data.recipes.exponential_units import log1p, softplus
from mindaudit_data.recipes.exponentials import log


class ContinuousBernoulli(_OfEvents, ExponentialFamily):
    """Numbers from 0 to 1 with a density that rises or falls exponentially (Loaiza-Ganem and Cunningham 2019).

    Where the parameter is between `lims`, around 1/2, series stand for what is a difference of large numbers.
    """

    arg_constraints: ClassVar[dict[str, Any]] = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(
        self, probs: Any = None, logits: Any = None, lims: tuple[float, float] = (0.499, 0.501), validate_args: bool | None = None
    ) -> None:
        _check_one_given(probs, logits)
        if probs is not None:
            (given,) = broadcast_all(probs)
            if validate_args and not bool(constraints.unit_interval.check(given).all()):
                raise ValueError("the parameter probs has invalid values")
            self.probs = clamp_probs(given)
        else:
            (self.logits,) = broadcast_all(logits)
        self._lims = lims
        super().__init__(self._param.shape, validate_args=validate_args)

    @lazy_property
    def probs(self) -> Tensor:
        """The parameter, which is no probability here."""
        return clamp_probs(logits_to_probs(self.logits, is_binary=True))

    def _outside_unstable_region(self) -> Tensor:
        return (self.probs <= self._lims[0]) | (self.probs > self._lims[1])

    def _cut_probs(self) -> Tensor:
        return ops.where(self._outside_unstable_region(), self.probs, ops.full_like(self.probs, self._lims[0]))

    def _chosen(self, far: Tensor, near: Tensor) -> Tensor:
        outside = self._outside_unstable_region()
        return ops.where(expanded(outside, far.shape), far, expanded(near, far.shape))

    def _cont_bern_log_norm(self) -> Tensor:
        """The logarithm of what the density is divided by, negative."""
        cut = self._cut_probs()
        far = log(ops.abs(log1p(-cut) - log(cut))) - log(ops.abs(1 - 2 * cut))
        square = (self.probs - 0.5) ** 2
        return self._chosen(far, math.log(2) + (4 / 3 + 104 / 45 * square) * square)

    @property
    def mean(self) -> Tensor:
        cut, near = self._cut_probs(), self.probs - 0.5
        far = cut / (2 * cut - 1) + 1 / (log1p(-cut) - log(cut))
        return self._chosen(far, 0.5 + (1 / 3 + 16 / 45 * near * near) * near)

    @property
    def variance(self) -> Tensor:
        cut, square = self._cut_probs(), (self.probs - 0.5) ** 2
        far = cut * (cut - 1) / (1 - 2 * cut) ** 2 + 1 / (log1p(-cut) - log(cut)) ** 2
        return self._chosen(far, 1 / 12 - (1 / 15 - 128 / 945 * square) * square)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.icdf(standard_uniform(self._extended_shape(sample_shape), self.probs.dtype))

    def log_prob(self, value: Any) -> Tensor:
        logits, value = broadcast_all(self.logits, self._value(value))
        return value * logits - softplus(logits) + self._cont_bern_log_norm()

    def cdf(self, value: Any) -> Tensor:
        value, cut = broadcast_all(self._value(value), self._cut_probs())
        found = self._chosen((cut**value * (1 - cut) ** (1 - value) + cut - 1) / (2 * cut - 1), value)
        inside = ops.where(value >= 1, ops.ones_like(found), found)
        return ops.where(value <= 0, ops.zeros_like(found), inside)

    def icdf(self, value: Any) -> Tensor:
        value, cut = broadcast_all(value, self._cut_probs())
        below = log1p(-cut)
        return self._chosen((log1p(-cut + value * (2 * cut - 1)) - below) / (log(cut) - below), value)

    def entropy(self) -> Tensor:
        below, above = log1p(-self.probs), log(self.probs)
        return self.mean * (below - above) - self._cont_bern_log_norm() - below


class VonMises(Distribution):
    """Angles around `loc`, the nearer the larger `concentration` is."""

    arg_constraints: ClassVar[dict[str, Any]] = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc: Any, concentration: Any, validate_args: bool | None = None) -> None:
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    @property
    def mean(self) -> Tensor:
        """The circular mean."""
        return self.loc

    @property
    def mode(self) -> Tensor:
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The circular variance."""
        return 1 - ops.bessel_i1e(self.concentration) / ops.bessel_i0e(self.concentration)

    def log_prob(self, value: Any) -> Tensor:
        # the logarithm of the Bessel function is that of the scaled one, plus what it was scaled by
        distance = ops.cos(self._value(value) - self.loc) - 1
        return self.concentration * distance - math.log(2 * math.pi) - log(ops.bessel_i0e(self.concentration))

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Wrapped angles of Cauchy's distribution, of which some are rejected (Best and Fisher 1979), drawn in float64."""
        shape = self._extended_shape(sample_shape)
        loc, width = (ops.stop_gradient(each).astype(mindspore.float64) for each in (self.loc, self.concentration))
        proposal = _proposal(width)
        angles, done = ops.zeros(shape, mindspore.float64), ops.zeros(shape, mindspore.bool_)
        while not bool(done.all()):
            first, second, third = (standard_uniform(shape, mindspore.float64) for _ in range(3))
            turn = ops.cos(math.pi * first)
            cosine = ops.clamp((1 + proposal * turn) / (proposal + turn), -1, 1)
            rest = width * (proposal - cosine)
            accepted = (rest * (2 - rest) > second) | (log(rest / second) + 1 - rest >= 0)
            angles = ops.where(accepted & ~done, ops.sign(third - 0.5) * ops.acos(cosine), angles)
            done = done | accepted
        wrapped = (angles + math.pi + loc) % (2 * math.pi) - math.pi
        return ops.stop_gradient(wrapped.astype(self.loc.dtype))


def _proposal(width: Tensor) -> Tensor:
    """How wide the angles are from which is drawn; by a series where they are spread evenly."""
    tau = 1 + ops.sqrt(1 + 4 * width * width)
    rho = (tau - ops.sqrt(2 * tau)) / (2 * ops.clamp(width, min=1e-5))
    return ops.where(width < 1e-5, 1 / ops.clamp(width, min=1e-300) + width, (1 + rho * rho) / (2 * rho))

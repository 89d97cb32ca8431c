"""Divergences of distributions of two families, for `torch.distributions.kl_divergence`.

They are the expectations of the second density's logarithm, less the entropy of the first distribution.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.bounded_distributions import ContinuousBernoulli
from mindaudit_data.recipes.count_distributions import Binomial
from mindaudit_data.recipes.discrete_distributions import Bernoulli, Poisson
from mindaudit_data.recipes.distribution_tools import euler_constant, log_beta
from mindaudit_data.recipes.divergence_registry import register_kl
from mindaudit_data.recipes.exponential_units import expm1, log1p
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.gamma_distributions import Beta, Exponential, Gamma
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.location_scale_distributions import Laplace, Normal, Uniform
from mindaudit_data.recipes.transformed_distributions import Gumbel, Pareto
from mindaudit_data.recipes.xlog1py import xlogy


def _registered(function: Callable[[Any, Any], Tensor], kinds: tuple[type, ...], others: tuple[type, ...]) -> None:
    for kind in kinds:
        for other in others:
            register_kl(kind, other)(function)


def _infinite(p: Any, q: Any) -> Tensor:
    """What values have that the other distribution never gives."""
    return ops.full(p.batch_shape, math.inf, dtype=p.mean.dtype)


_UNIT = (Beta, ContinuousBernoulli)
_POSITIVE = (Exponential, Gamma)
_registered(_infinite, _UNIT, (Pareto,))
_registered(_infinite, _POSITIVE, (*_UNIT, Pareto, Uniform))
_registered(_infinite, (Gumbel, Laplace, Normal), (*_UNIT, *_POSITIVE, Pareto, Uniform))
_registered(_infinite, (Pareto,), (*_UNIT, Uniform))
_registered(_infinite, (Poisson,), (Bernoulli, Binomial))


def _where(impossible: Tensor, found: Tensor) -> Tensor:
    return ops.where(impossible, ops.full_like(found, math.inf), found)


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p: Bernoulli, q: Poisson) -> Tensor:
    return -p.entropy() - (p.probs * log(q.rate) - q.rate)


def _to_normal(p: Any, q: Normal) -> Tensor:
    square = (p.variance + (p.mean - q.loc) ** 2) / (q.scale * q.scale)
    return 0.5 * (square + math.log(2 * math.pi)) + log(q.scale) - p.entropy()


_registered(_to_normal, (*_UNIT, *_POSITIVE, Gumbel, Laplace, Pareto, Uniform), (Normal,))


@register_kl(Normal, Laplace)
def _normal_laplace(p: Normal, q: Laplace) -> Tensor:
    distance = (p.loc - q.loc) / p.scale
    folded = math.sqrt(2 / math.pi) * exp(-0.5 * distance * distance) + distance * ops.erf(distance * math.sqrt(0.5))
    return log(2 * q.scale) + p.scale * folded / q.scale - p.entropy()


def _to_exponential(p: Any, q: Exponential) -> Tensor:
    return q.rate * p.mean - log(q.rate) - p.entropy()


_registered(_to_exponential, (*_UNIT, Gamma, Pareto), (Exponential,))


@register_kl(Uniform, Exponential)
def _uniform_exponential(p: Uniform, q: Exponential) -> Tensor:
    return _where(p.low < 0, _to_exponential(p, q))


def _mean_log(p: Any) -> Tensor:
    """The mean of the logarithm."""
    if isinstance(p, Beta):
        return digamma(p.concentration1) - digamma(p.concentration1 + p.concentration0)
    if isinstance(p, Exponential):
        return -euler_constant - log(p.rate)
    if isinstance(p, Pareto):
        return log(p.scale) + 1 / p.alpha
    return _mean_log_between(p.low, p.high)


def _mean_log_between(low: Tensor, high: Tensor) -> Tensor:
    return (xlogy(high, high) - xlogy(low, low)) / (high - low) - 1


def _to_gamma(p: Any, q: Gamma) -> Tensor:
    power = q.concentration * log(q.rate) + (q.concentration - 1) * _mean_log(p)
    return q.rate * p.mean + lgamma(q.concentration) - power - p.entropy()


_registered(_to_gamma, (Beta, Exponential, Pareto), (Gamma,))


@register_kl(Uniform, Gamma)
def _uniform_gamma(p: Uniform, q: Gamma) -> Tensor:
    return _where(p.low < 0, _to_gamma(p, q))


def _log_mean_exp(p: Any, factor: Tensor) -> Tensor:
    """The logarithm of the mean of exp(-factor * value)."""
    if isinstance(p, Gumbel):
        return lgamma(1 + factor * p.scale) - factor * p.loc
    if isinstance(p, Normal):
        return 0.5 * (factor * p.scale) ** 2 - factor * p.loc
    if isinstance(p, Uniform):
        width = factor * (p.high - p.low)
        return log(-expm1(-width)) - log(width) - factor * p.low
    count = p.concentration if isinstance(p, Gamma) else 1
    return -count * log1p(factor / p.rate)


def _to_gumbel(p: Any, q: Gumbel) -> Tensor:
    others = exp(q.loc / q.scale + _log_mean_exp(p, 1 / q.scale))
    return log(q.scale) + (p.mean - q.loc) / q.scale + others - p.entropy()


_registered(_to_gumbel, (*_POSITIVE, Gumbel, Normal, Uniform), (Gumbel,))


def _to_continuous_bernoulli(p: Any, q: ContinuousBernoulli) -> Tensor:
    return -p.entropy() - p.mean * q.logits - log1p(-q.probs) - q._cont_bern_log_norm()


_registered(_to_continuous_bernoulli, (Beta,), (ContinuousBernoulli,))


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous_bernoulli(p: Uniform, q: ContinuousBernoulli) -> Tensor:
    return _where((p.high >= 1) | (p.low <= 0), _to_continuous_bernoulli(p, q))  # the edges count, as in torch


@register_kl(Beta, Uniform)
def _beta_uniform(p: Beta, q: Uniform) -> Tensor:
    return _where((q.low > 0) | (q.high < 1), log(q.high - q.low) - p.entropy())


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p: ContinuousBernoulli, q: Uniform) -> Tensor:
    return _where((q.low >= 0) | (q.high <= 1), log(q.high - q.low) - p.entropy())  # the edges count, as in torch


@register_kl(Uniform, Beta)
def _uniform_beta(p: Uniform, q: Beta) -> Tensor:
    powers = (q.concentration1 - 1) * _mean_log(p) + (q.concentration0 - 1) * _mean_log_between(1 - p.high, 1 - p.low)
    found = log_beta(q.concentration1, q.concentration0) - powers - p.entropy()
    return _where((p.high > 1) | (p.low < 0), found)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p: Uniform, q: Pareto) -> Tensor:
    power = log(q.alpha) + q.alpha * log(q.scale) - (q.alpha + 1) * _mean_log(p)
    return _where(p.low < q.scale, -power - p.entropy())

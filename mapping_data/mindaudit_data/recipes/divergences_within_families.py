"""Divergences of distributions of one family, for `torch.distributions.kl_divergence`."""

from __future__ import annotations

import math
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.bounded_distributions import ContinuousBernoulli
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.count_distributions import Binomial
from mindaudit_data.recipes.discrete_distributions import Bernoulli, Categorical, Geometric, OneHotCategorical, Poisson
from mindaudit_data.recipes.distribution_tools import expanded
from mindaudit_data.recipes.divergence_registry import register_kl
from mindaudit_data.recipes.exponential_units import log1p, softplus
from mindaudit_data.recipes.exponentials import exp, log
from mindaudit_data.recipes.gamma_distributions import Beta, Dirichlet, Exponential, Gamma
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.location_scale_distributions import Cauchy, Laplace, Normal, Uniform
from mindaudit_data.recipes.lowrank_multivariate_normal import LowRankMultivariateNormal, _halved
from mindaudit_data.recipes.matrix_distributions import Wishart, _digammas, _log_gammas
from mindaudit_data.recipes.multivariate_normal import MultivariateNormal, _of_diagonal
from mindaudit_data.recipes.solve_triangular import solve_triangular
from mindaudit_data.recipes.transformed_distributions import Pareto


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio, distance = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + distance - 1 - log(ratio))


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Tensor:
    return _of_outcome(p.probs * (p.logits - q.logits), p.probs == 0, q.probs == 0).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p: OneHotCategorical, q: OneHotCategorical) -> Tensor:
    return _categorical(p._choice, q._choice)


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    happening = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    failing = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    return _of_outcome(happening, p.probs == 0, q.probs == 0) + _of_outcome(failing, p.probs == 1, q.probs == 1)


def _of_outcome(term: Tensor, never: Tensor, never_by_other: Tensor) -> Tensor:
    """A term of a sum over outcomes: zero for what never happens, infinite for what happens and never does so by the other one."""
    term = ops.where(never_by_other, ops.full_like(term, math.inf), term)
    return ops.where(never, ops.zeros_like(term), term)


@register_kl(Geometric, Geometric)
def _geometric(p: Geometric, q: Geometric) -> Tensor:
    return -p.entropy() - log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _poisson(p: Poisson, q: Poisson) -> Tensor:
    return p.rate * (log(p.rate) - log(q.rate)) - (p.rate - q.rate)


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Tensor:
    ratio, distance = p.scale / q.scale, ops.abs(p.loc - q.loc)
    return -log(ratio) + distance / q.scale + ratio * exp(-distance / p.scale) - 1


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Cauchy, q: Cauchy) -> Tensor:
    return log((p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2) - log(4 * p.scale * q.scale)


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Tensor:
    found = log((q.high - q.low) / (p.high - p.low))
    return ops.where((q.low > p.low) | (q.high < p.high), ops.full_like(found, math.inf), found)


@register_kl(Exponential, Exponential)
def _exponential(p: Exponential, q: Exponential) -> Tensor:
    ratio = q.rate / p.rate
    return ratio - log(ratio) - 1


@register_kl(Gamma, Gamma)
def _gamma(p: Gamma, q: Gamma) -> Tensor:
    rates = q.concentration * log(p.rate / q.rate) + (q.rate - p.rate) * p.concentration / p.rate
    shapes = (p.concentration - q.concentration) * digamma(p.concentration)
    return rates + shapes + lgamma(q.concentration) - lgamma(p.concentration)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Dirichlet, q: Dirichlet) -> Tensor:
    first, second = p.concentration, q.concentration
    total = first.sum(-1)
    change = ((first - second) * (digamma(first) - ops.expand_dims(digamma(total), -1))).sum(-1)
    return lgamma(total) - lgamma(second.sum(-1)) + (lgamma(second) - lgamma(first)).sum(-1) + change


@register_kl(Beta, Beta)
def _beta(p: Beta, q: Beta) -> Tensor:
    return _dirichlet(p._dirichlet, q._dirichlet)


@register_kl(Binomial, Binomial)
def _binomial(p: Binomial, q: Binomial) -> Tensor:
    if bool((p.total_count < q.total_count).any()):
        raise NotImplementedError("the divergence from more trials is not known")
    chance = p.probs * (p.logits - q.logits) + log1p(-p.probs) - log1p(-q.probs)
    found = p.total_count * chance
    return ops.where(p.total_count > q.total_count, ops.full_like(found, math.inf), found)


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoulli(p: ContinuousBernoulli, q: ContinuousBernoulli) -> Tensor:
    own = p._cont_bern_log_norm() + log1p(-p.probs)
    return p.mean * (p.logits - q.logits) + own - q._cont_bern_log_norm() - log1p(-q.probs)


@register_kl(Pareto, Pareto)
def _pareto(p: Pareto, q: Pareto) -> Tensor:
    ratio = q.alpha / p.alpha
    found = q.alpha * log(p.scale / q.scale) - log(ratio) + ratio - 1
    return ops.where(p.scale < q.scale, ops.full_like(found, math.inf), found)


@register_kl(Wishart, Wishart)
def _wishart(p: Wishart, q: Wishart) -> Tensor:
    count, ratio = p.event_shape[-1], solve_triangular(q.scale_tril, p.scale_tril, upper=False)
    squares = (ratio * ratio).sum((-2, -1)) - count
    gammas = _log_gammas(q.df / 2, count) - _log_gammas(p.df / 2, count) + (p.df - q.df) / 2 * _digammas(p.df / 2, count)
    return p.df / 2 * squares + gammas + q.df * (q._half_log_det() - p._half_log_det())


def _root(p: Any) -> Tensor:
    """A matrix whose product with its transpose is the covariance."""
    if isinstance(p, MultivariateNormal):
        return p.scale_tril
    return ops.cat((p.cov_factor, _of_diagonal(ops.sqrt(p.cov_diag))), -1)


def _half_log_det(p: Any) -> Tensor:
    return p._half_log_det() if isinstance(p, MultivariateNormal) else p._log_det() / 2


def _squares(q: Any, columns: Tensor) -> Tensor:
    """The sum of the squared lengths of columns, measured by the inverse of the covariance."""
    if isinstance(q, MultivariateNormal):
        return (solve_triangular(q.scale_tril, columns, upper=False) ** 2).sum((-2, -1))
    common = ops.matmul(_halved(q._capacitance_tril, q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag), columns)
    return (columns**2 / ops.expand_dims(q.cov_diag, -1)).sum((-2, -1)) - (common**2).sum((-2, -1))


@register_kl(MultivariateNormal, MultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
def _vectors(p: Any, q: Any) -> Tensor:
    if p.event_shape != q.event_shape:
        raise ValueError("the vectors have different lengths")
    shape = (*broadcast_shapes(p.batch_shape, q.batch_shape), *p.event_shape)
    root, distance = _root(p), ops.expand_dims(expanded(q.loc - p.loc, shape), -1)
    columns = ops.cat((expanded(root, (*shape, root.shape[-1])), distance), -1)
    return _half_log_det(q) - _half_log_det(p) + 0.5 * (_squares(q, columns) - p.event_shape[0])

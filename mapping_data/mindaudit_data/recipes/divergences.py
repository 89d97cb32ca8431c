"""`torch.distributions.kl_divergence` and `register_kl`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.composed_distributions import Independent, TransformedDistribution
from mindaudit_data.recipes.discrete_distributions import Bernoulli, Categorical, Geometric, OneHotCategorical, Poisson
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import _sum_rightmost, expanded
from mindaudit_data.recipes.gamma_distributions import Beta, Dirichlet, Exponential, Gamma
from mindaudit_data.recipes.gamma_functions import digamma, lgamma
from mindaudit_data.recipes.location_scale_distributions import Cauchy, Laplace, Normal, Uniform
from mindaudit_data.recipes.multivariate_normal import MultivariateNormal
from mindaudit_data.recipes.solve_triangular import solve_triangular
from mindaudit_data.recipes.transformed_distributions import HalfNormal, LogNormal

__all__ = ["kl_divergence", "register_kl"]
_KL_REGISTRY: dict[tuple[type, type], Callable[[Any, Any], Tensor]] = {}
_KL_MEMOIZE: dict[tuple[type, type], Any] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[Callable[[Any, Any], Tensor]], Callable[[Any, Any], Tensor]]:
    """A decorator: the function gives the divergence of objects of these classes. Raises TypeError for other kinds of classes."""
    for kind in (type_p, type_q):
        if not (isinstance(kind, type) and issubclass(kind, Distribution)):
            raise TypeError(f"expected a class of distributions, found {kind!r}")

    def registered(function: Callable[[Any, Any], Tensor]) -> Callable[[Any, Any], Tensor]:
        _KL_REGISTRY[type_p, type_q] = function
        _KL_MEMOIZE.clear()
        return function

    return registered


def _dispatch_kl(type_p: type, type_q: type) -> Any:
    """What is registered for the nearest classes, the first one's before the second one's. NotImplemented if nothing is."""
    kinds, others = type_p.__mro__, type_q.__mro__
    found = [(kinds.index(a), others.index(b), (a, b)) for a, b in _KL_REGISTRY if a in kinds and b in others]
    return _KL_REGISTRY[min(found, key=lambda each: each[:2])[2]] if found else NotImplemented


def kl_divergence(p: Any, q: Any) -> Tensor:
    """The divergence of `p` from `q` after Kullback and Leibler. Raises NotImplementedError for classes that nobody registered."""
    kinds = type(p), type(q)
    if kinds not in _KL_MEMOIZE:
        _KL_MEMOIZE[kinds] = _dispatch_kl(*kinds)
    function = _KL_MEMOIZE[kinds]
    if function is NotImplemented:
        raise NotImplementedError(f"no divergence of {kinds[0].__name__} from {kinds[1].__name__} is registered")
    return function(p, q)


@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio, distance = (p.scale / q.scale) ** 2, ((p.loc - q.loc) / q.scale) ** 2
    return 0.5 * (ratio + distance - 1 - ops.log(ratio))


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Tensor:
    return _of_outcome(p.probs * (p.logits - q.logits), p.probs == 0, q.probs == 0).sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p: OneHotCategorical, q: OneHotCategorical) -> Tensor:
    return _categorical(p._choice, q._choice)


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    happening = p.probs * (ops.softplus(-q.logits) - ops.softplus(-p.logits))
    failing = (1 - p.probs) * (ops.softplus(q.logits) - ops.softplus(p.logits))
    return _of_outcome(happening, p.probs == 0, q.probs == 0) + _of_outcome(failing, p.probs == 1, q.probs == 1)


def _of_outcome(term: Tensor, never: Tensor, never_by_other: Tensor) -> Tensor:
    """A term of a sum over outcomes: zero for what never happens, infinite for what happens and never does so by the other one."""
    term = ops.where(never_by_other, ops.full_like(term, math.inf), term)
    return ops.where(never, ops.zeros_like(term), term)


@register_kl(Geometric, Geometric)
def _geometric(p: Geometric, q: Geometric) -> Tensor:
    return -p.entropy() - ops.log1p(-q.probs) / p.probs - q.logits


@register_kl(Poisson, Poisson)
def _poisson(p: Poisson, q: Poisson) -> Tensor:
    return p.rate * (ops.log(p.rate) - ops.log(q.rate)) - (p.rate - q.rate)


@register_kl(Laplace, Laplace)
def _laplace(p: Laplace, q: Laplace) -> Tensor:
    ratio, distance = p.scale / q.scale, ops.abs(p.loc - q.loc)
    return -ops.log(ratio) + distance / q.scale + ratio * ops.exp(-distance / p.scale) - 1


@register_kl(Cauchy, Cauchy)
def _cauchy(p: Cauchy, q: Cauchy) -> Tensor:
    return ops.log((p.scale + q.scale) ** 2 + (p.loc - q.loc) ** 2) - ops.log(4 * p.scale * q.scale)


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Tensor:
    found = ops.log((q.high - q.low) / (p.high - p.low))
    return ops.where((q.low > p.low) | (q.high < p.high), ops.full_like(found, math.inf), found)


@register_kl(Exponential, Exponential)
def _exponential(p: Exponential, q: Exponential) -> Tensor:
    ratio = q.rate / p.rate
    return ratio - ops.log(ratio) - 1


@register_kl(Gamma, Gamma)
def _gamma(p: Gamma, q: Gamma) -> Tensor:
    rates = q.concentration * ops.log(p.rate / q.rate) + (q.rate - p.rate) * p.concentration / p.rate
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


@register_kl(LogNormal, LogNormal)
@register_kl(HalfNormal, HalfNormal)
def _of_bases(p: TransformedDistribution, q: TransformedDistribution) -> Tensor:
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: TransformedDistribution, q: TransformedDistribution) -> Tensor:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError("the transforms differ")
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), len(p.event_shape) - len(p.base_dist.event_shape))


@register_kl(Independent, Independent)
def _independent(p: Independent, q: Independent) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("the numbers of independent dimensions differ")
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: MultivariateNormal, q: MultivariateNormal) -> Tensor:
    if p.event_shape != q.event_shape:
        raise ValueError("the vectors have different lengths")
    shape = (*broadcast_shapes(p.batch_shape, q.batch_shape), *p.event_shape)
    root = expanded(p.scale_tril, shape + p.event_shape)
    ratio = solve_triangular(q.scale_tril, root, upper=False)
    distance = solve_triangular(q.scale_tril, ops.expand_dims(expanded(q.loc - p.loc, shape), -1), upper=False)
    squares = (ratio * ratio).sum((-2, -1)) + (distance * distance).sum((-2, -1))
    return q._half_log_det() - p._half_log_det() + 0.5 * (squares - p.event_shape[0])

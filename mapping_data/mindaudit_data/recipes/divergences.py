"""`torch.distributions.kl_divergence`."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes import divergences_between_families as _between
from mindaudit_data.recipes import divergences_within_families as _within
from mindaudit_data.recipes.composed_distributions import Independent, TransformedDistribution
from mindaudit_data.recipes.distribution_base import ExponentialFamily
from mindaudit_data.recipes.distribution_tools import _sum_rightmost
from mindaudit_data.recipes.divergence_registry import _KL_MEMOIZE, _KL_REGISTRY, register_kl
from mindaudit_data.recipes.transformed_distributions import HalfNormal

__all__ = ["kl_divergence", "register_kl"]
_REGISTERED = (_between, _within)  # importing them registers what they define


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


@register_kl(HalfNormal, HalfNormal)
def _of_bases(p: TransformedDistribution, q: TransformedDistribution) -> Tensor:
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p: TransformedDistribution, q: TransformedDistribution) -> Tensor:
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError("the transforms differ")
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), len(p.event_shape) - len(p.base_dist.event_shape))


@register_kl(Independent, Independent)
def _independent(p: Independent[Any], q: Independent[Any]) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("the numbers of independent dimensions differ")
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(ExponentialFamily, ExponentialFamily)
def _exponential_family(p: ExponentialFamily, q: ExponentialFamily) -> Tensor:
    if type(p) is not type(q):
        raise NotImplementedError("divergences of two exponential families are not computed from their functions")
    own, found, slopes = p._expected()
    others = q._natural_params
    found = q._log_normalizer(*others) - found
    for first, second, slope in zip(own, others, slopes, strict=True):
        found = found - _sum_rightmost((second - first) * slope, len(q.event_shape))
    return found

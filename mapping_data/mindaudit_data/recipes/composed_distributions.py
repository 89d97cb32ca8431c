"""`torch.distributions`: Independent, TransformedDistribution and MixtureSameFamily."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.discrete_distributions import Categorical
from mindaudit_data.recipes.distribution_base import Distribution
from mindaudit_data.recipes.distribution_tools import _sum_rightmost, log_sum_exp
from mindaudit_data.recipes.distribution_transform_base import ComposeTransform, Transform, widened

D = TypeVar("D")


class Independent(Distribution, Generic[D]):
    """A distribution whose last batch dimensions belong to one value."""

    def __init__(self, base_distribution: Any, reinterpreted_batch_ndims: int, validate_args: bool | None = None) -> None:
        batch, event = tuple(base_distribution.batch_shape), tuple(base_distribution.event_shape)
        if reinterpreted_batch_ndims > len(batch):
            raise ValueError(f"expected at most {len(batch)} dimensions, found {reinterpreted_batch_ndims}")
        cut = len(batch) - reinterpreted_batch_ndims
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(batch[:cut], batch[cut:] + event, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(Independent, _instance)
        new.base_dist = self.base_dist.expand((*batch_shape, *self._event_shape[: self.reinterpreted_batch_ndims]))
        return super().expand(batch_shape, new)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        return bool(self.base_dist.has_rsample)

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]
        return not self.reinterpreted_batch_ndims and bool(self.base_dist.has_enumerate_support)

    @constraints.dependent_property
    def support(self) -> Any:
        base, count = self.base_dist.support, self.reinterpreted_batch_ndims
        return constraints.independent(base, count) if count else base

    @property
    def mean(self) -> Tensor:
        return self.base_dist.mean

    @property
    def mode(self) -> Tensor:
        return self.base_dist.mode

    @property
    def variance(self) -> Tensor:
        return self.base_dist.variance

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value: Any) -> Tensor:
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Tensor:
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self, expand: bool = True) -> Tensor:
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("the possible values of arrays are not enumerated")
        return self.base_dist.enumerate_support(expand=expand)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_dist!r}, {self.reinterpreted_batch_ndims})"


class TransformedDistribution(Distribution):
    """What transforms make of the values of a distribution."""

    def __init__(self, base_distribution: Any, transforms: Any, validate_args: bool | None = None) -> None:
        self.transforms = [transforms] if isinstance(transforms, Transform) else list(transforms)
        base_event = len(base_distribution.event_shape)
        shape = tuple(base_distribution.batch_shape) + tuple(base_distribution.event_shape)
        whole = ComposeTransform(self.transforms)
        if len(shape) < whole.domain.event_dim:
            raise ValueError(f"expected at least {whole.domain.event_dim} dimensions in the shape of base_distribution, found {shape}")
        result = whole.forward_shape(shape)
        needed = whole.inverse_shape(result)
        if needed != shape:
            base_distribution = base_distribution.expand(needed[: len(needed) - base_event])
        more = whole.domain.event_dim - base_event
        self.base_dist: Any = Independent(base_distribution, more) if more > 0 else base_distribution
        cut = len(result) - max(whole.codomain.event_dim, base_event + whole.codomain.event_dim - whole.domain.event_dim)
        super().__init__(result[:cut], result[cut:], validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(TransformedDistribution, _instance)
        shape = ComposeTransform(self.transforms).inverse_shape((*batch_shape, *self._event_shape))
        new.base_dist = self.base_dist.expand(shape[: len(shape) - len(self.base_dist.event_shape)])
        return super().expand(batch_shape, new)

    @property
    def has_rsample(self) -> bool:  # type: ignore[override]
        return bool(self.base_dist.has_rsample)

    @constraints.dependent_property(is_discrete=False)
    def support(self) -> Any:
        if not self.transforms:
            return self.base_dist.support
        return widened(self.transforms[-1].codomain, len(self._event_shape))

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return ops.stop_gradient(self._transformed(self.base_dist.sample(sample_shape)))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        return self._transformed(self.base_dist.rsample(sample_shape))

    def _transformed(self, value: Tensor) -> Tensor:
        return ComposeTransform(self.transforms)(value)

    def log_prob(self, value: Any) -> Tensor:
        result: Any = self._value(value)
        total: Any = 0.0
        count = len(self._event_shape)
        for transform in reversed(self.transforms):
            value = transform.inv(result)
            count += transform.domain.event_dim - transform.codomain.event_dim
            total = total - _sum_rightmost(transform.log_abs_det_jacobian(value, result), count - transform.domain.event_dim)
            result = value
        return total + _sum_rightmost(self.base_dist.log_prob(result), count - len(self.base_dist.event_shape))

    def _falling(self, value: Any) -> Any:
        """1 - value where the transforms fall together, value where they rise."""
        sign = ComposeTransform(self.transforms).sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5

    def cdf(self, value: Any) -> Tensor:
        value = self._value(value)
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        return self._falling(self.base_dist.cdf(value))

    def icdf(self, value: Any) -> Tensor:
        return self._transformed(self.base_dist.icdf(self._falling(value)))


class MixtureSameFamily(Distribution):
    """One of several distributions of a family, which lie beside each other in the last batch dimension, chosen by a Categorical."""

    def __init__(self, mixture_distribution: Any, component_distribution: Any, validate_args: bool | None = None) -> None:
        if not isinstance(mixture_distribution, Categorical) or not isinstance(component_distribution, Distribution):
            raise ValueError("expected a Categorical and a Distribution")  # noqa: TRY004 - as torch does
        if mixture_distribution.param_shape[-1] != component_distribution.batch_shape[-1]:
            raise ValueError("the numbers of classes and of components differ")
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        self._num_component = component_distribution.batch_shape[-1]
        self._event_ndims = len(component_distribution.event_shape)
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args=validate_args)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        new = self._get_checked_instance(MixtureSameFamily, _instance)
        new._component_distribution = self._component_distribution.expand((*batch_shape, self._num_component))
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        return super().expand(batch_shape, new)

    @property
    def mixture_distribution(self) -> Any:
        """What chooses."""
        return self._mixture_distribution

    @property
    def component_distribution(self) -> Any:
        """What is chosen from."""
        return self._component_distribution

    @constraints.dependent_property
    def support(self) -> Any:
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    def _weights(self) -> Tensor:
        probs = self._mixture_distribution.probs
        return probs.reshape((*probs.shape, *([1] * self._event_ndims)))

    @property
    def mean(self) -> Tensor:
        return (self._weights() * self._component_distribution.mean).sum(-1 - self._event_ndims)

    @property
    def variance(self) -> Tensor:
        weights, means, dim = self._weights(), self._component_distribution.mean, -1 - self._event_ndims
        within = (weights * self._component_distribution.variance).sum(dim)
        return within + (weights * (means - ops.expand_dims(self.mean, dim)) ** 2).sum(dim)

    def cdf(self, value: Any) -> Tensor:
        return (self._component_distribution.cdf(self._padded(self._value(value))) * self._mixture_distribution.probs).sum(-1)

    def log_prob(self, value: Any) -> Tensor:
        each = self._component_distribution.log_prob(self._padded(self._value(value)))
        return log_sum_exp(each + ops.log_softmax(self._mixture_distribution.logits, -1))

    def _padded(self, value: Tensor) -> Tensor:
        return ops.expand_dims(value, -1 - self._event_ndims)

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        chosen = self._mixture_distribution.sample(sample_shape)
        drawn = self._component_distribution.sample(sample_shape)
        dim = drawn.ndim - 1 - self._event_ndims
        places = chosen.reshape((*chosen.shape, 1, *([1] * self._event_ndims)))
        places = ops.broadcast_to(places, (*drawn.shape[:dim], 1, *drawn.shape[dim + 1 :]))
        return ops.stop_gradient(ops.gather_elements(drawn, dim, places).squeeze(dim))

    def __repr__(self) -> str:
        return f"MixtureSameFamily(\n  {self._mixture_distribution!r},\n  {self._component_distribution!r})"

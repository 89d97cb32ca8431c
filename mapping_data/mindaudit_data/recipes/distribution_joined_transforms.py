"""`torch.distributions.transforms`: CatTransform, StackTransform and CumulativeDistributionTransform."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_tools import _sum_rightmost
from mindaudit_data.recipes.distribution_transform_base import Transform


class _Joined(Transform):
    """Transforms of parts that lie beside each other in a dimension."""

    transforms: list[Any]
    dim: int

    @property
    def bijective(self) -> bool:  # type: ignore[override]
        return all(each.bijective for each in self.transforms)

    def _check_dim(self, x: Tensor) -> None:
        if not -x.ndim <= self.dim < x.ndim:
            raise AssertionError(f"there is no dimension {self.dim} in {x.shape}")


class CatTransform(_Joined):
    """Each transform takes as many entries of a dimension as `lengths` says."""

    def __init__(self, tseq: Sequence[Any], dim: int = 0, lengths: Sequence[int] | None = None, cache_size: int = 0) -> None:
        if not all(isinstance(each, Transform) for each in tseq):
            raise AssertionError("all elements of tseq must be transforms")
        super().__init__(cache_size=cache_size)
        self.transforms = [each.with_cache(cache_size) for each in tseq] if cache_size else list(tseq)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError("lengths and tseq have different lengths")
        self.dim = dim

    @property
    def event_dim(self) -> int:
        return max(each.event_dim for each in self.transforms)

    @property
    def length(self) -> int:
        """How many entries all parts have together."""
        return sum(self.lengths)

    @property
    def domain(self) -> Any:
        return constraints.cat([each.domain for each in self.transforms], self.dim, self.lengths)

    @property
    def codomain(self) -> Any:
        return constraints.cat([each.codomain for each in self.transforms], self.dim, self.lengths)

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if self._cache_size == cache_size else CatTransform(self.transforms, self.dim, self.lengths, cache_size)

    def _parts(self, x: Tensor) -> Iterator[Tensor]:
        self._check_dim(x)
        if x.shape[self.dim] != self.length:
            raise AssertionError(f"expected {self.length} entries in the dimension {self.dim}, found {x.shape[self.dim]}")
        start = 0
        for length in self.lengths:
            yield ops.narrow(x, self.dim % x.ndim, start, length)
            start += length

    def _call(self, x: Tensor) -> Tensor:
        return ops.cat([each(part) for each, part in zip(self.transforms, self._parts(x), strict=True)], self.dim)

    def _inverse(self, y: Tensor) -> Tensor:
        return ops.cat([each.inv(part) for each, part in zip(self.transforms, self._parts(y), strict=True)], self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        found = [
            _sum_rightmost(each.log_abs_det_jacobian(own, its), self.event_dim - each.event_dim)
            for each, own, its in zip(self.transforms, self._parts(x), self._parts(y), strict=True)
        ]
        dim = self.dim - x.ndim if self.dim >= 0 else self.dim
        return ops.cat(found, dim + self.event_dim) if dim + self.event_dim < 0 else sum(found[1:], found[0])


class StackTransform(_Joined):
    """Each transform takes one entry of a dimension."""

    def __init__(self, tseq: Sequence[Any], dim: int = 0, cache_size: int = 0) -> None:
        if not all(isinstance(each, Transform) for each in tseq):
            raise AssertionError("all elements of tseq must be transforms")
        super().__init__(cache_size=cache_size)
        self.transforms = [each.with_cache(cache_size) for each in tseq] if cache_size else list(tseq)
        self.dim = dim

    @property
    def domain(self) -> Any:
        return constraints.stack([each.domain for each in self.transforms], self.dim)

    @property
    def codomain(self) -> Any:
        return constraints.stack([each.codomain for each in self.transforms], self.dim)

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if self._cache_size == cache_size else StackTransform(self.transforms, self.dim, cache_size)

    def _slice(self, z: Tensor) -> list[Tensor]:
        self._check_dim(z)
        if z.shape[self.dim] != len(self.transforms):
            raise AssertionError(f"expected {len(self.transforms)} entries in the dimension {self.dim}, found {z.shape[self.dim]}")
        return list(ops.unbind(z, self.dim))

    def _call(self, x: Tensor) -> Tensor:
        return ops.stack([each(part) for each, part in zip(self.transforms, self._slice(x), strict=True)], self.dim)

    def _inverse(self, y: Tensor) -> Tensor:
        return ops.stack([each.inv(part) for each, part in zip(self.transforms, self._slice(y), strict=True)], self.dim)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        parts = zip(self.transforms, self._slice(x), self._slice(y), strict=True)
        return ops.stack([each.log_abs_det_jacobian(own, its) for each, own, its in parts], self.dim)


class CumulativeDistributionTransform(Transform):
    """The values of a distribution to the probabilities of smaller ones."""

    bijective = True
    codomain = constraints.unit_interval
    sign = 1

    def __init__(self, distribution: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    @property
    def domain(self) -> Any:
        return self.distribution.support

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if self._cache_size == cache_size else CumulativeDistributionTransform(self.distribution, cache_size=cache_size)

    def _call(self, x: Tensor) -> Tensor:
        return self.distribution.cdf(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return self.distribution.log_prob(x)

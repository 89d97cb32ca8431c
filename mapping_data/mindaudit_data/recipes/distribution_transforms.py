"""`torch.distributions.transforms`: invertible functions with the logarithm of their derivatives."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes
from mindaudit_data.recipes.distribution_tools import _sum_rightmost, expanded, limits, shape_of
from mindaudit_data.recipes.distribution_transform_base import (
    ComposeTransform,
    IndependentTransform,
    ReshapeTransform,
    Transform,
    identity_transform,
    widened,
)
from mindaudit_data.recipes.exponential_units import expm1, log1p, softplus
from mindaudit_data.recipes.exponentials import exp, log, sigmoid, tanh

__all__ = [
    "AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "IndependentTransform", "LowerCholeskyTransform",
    "PowerTransform", "ReshapeTransform", "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StickBreakingTransform",
    "TanhTransform", "Transform", "identity_transform",
]  # fmt: skip


class _Rising(Transform):
    """A rising function of real numbers."""

    bijective = True
    domain: Any = constraints.real
    sign = 1

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    __hash__ = object.__hash__


class ExpTransform(_Rising):
    """exp(x)."""

    codomain = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return exp(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return log(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return x


def _clipped_sigmoid(x: Tensor) -> Tensor:
    """The logistic function, inside of the open interval from 0 to 1."""
    return ops.clamp(sigmoid(x), float(limits(x).tiny), 1 - float(limits(x).eps))


class SigmoidTransform(_Rising):
    """1 / (1 + exp(-x))."""

    codomain = constraints.unit_interval

    def _call(self, x: Tensor) -> Tensor:
        return _clipped_sigmoid(x)

    def _inverse(self, y: Tensor) -> Tensor:
        inner = ops.clamp(y, float(limits(y).tiny), 1 - float(limits(y).eps))
        return log(inner) - log1p(-inner)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -softplus(-x) - softplus(x)


class SoftplusTransform(_Rising):
    """log(1 + exp(x))."""

    codomain = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return softplus(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return log(-expm1(-y)) + y

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return -softplus(-x)


class TanhTransform(_Rising):
    """tanh(x)."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x: Tensor) -> Tensor:
        return tanh(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return ops.atanh(y)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return 2.0 * (math.log(2.0) - x - softplus(-2.0 * x))


class PowerTransform(_Rising):
    """x ** exponent, of positive numbers."""

    domain = constraints.positive
    codomain = constraints.positive

    def __init__(self, exponent: Any, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.exponent = exponent

    @property
    def sign(self) -> Any:  # type: ignore[override]
        return self.exponent.sign() if isinstance(self.exponent, Tensor) else math.copysign(1, self.exponent)

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if self._cache_size == cache_size else PowerTransform(self.exponent, cache_size=cache_size)

    def _call(self, x: Tensor) -> Tensor:
        return x**self.exponent

    def _inverse(self, y: Tensor) -> Tensor:
        return y ** (1 / self.exponent)

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        return log(ops.abs(self.exponent * y / x))

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return _common(shape, self.exponent)

    inverse_shape = forward_shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PowerTransform) and _equal(self.exponent, other.exponent)

    __hash__ = object.__hash__


class AffineTransform(Transform):
    """loc + scale * x."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0, cache_size: int = 0) -> None:
        super().__init__(cache_size=cache_size)
        self.loc = loc
        self.scale = scale
        self._event_dim = event_dim

    @property
    def event_dim(self) -> int:
        return self._event_dim

    @property
    def domain(self) -> Any:
        return widened(constraints.real, self._event_dim)

    codomain = domain

    @property
    def sign(self) -> Any:
        return self.scale.sign() if isinstance(self.scale, Tensor) else (self.scale > 0) - (self.scale < 0)

    def with_cache(self, cache_size: int = 1) -> Any:
        return self if self._cache_size == cache_size else AffineTransform(self.loc, self.scale, self._event_dim, cache_size=cache_size)

    def _call(self, x: Tensor) -> Tensor:
        return self.loc + self.scale * x

    def _inverse(self, y: Tensor) -> Tensor:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        if isinstance(self.scale, Tensor):
            found = log(ops.abs(self.scale))
        else:
            found = ops.full_like(x, math.log(abs(self.scale)))
        count = self._event_dim
        kept = x.shape[: x.ndim - count] if count else x.shape
        return expanded(_sum_rightmost(expanded(found, _common(found.shape, x)), count) if count else found, kept)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return _common(shape, self.loc, self.scale)

    inverse_shape = forward_shape

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AffineTransform) and _equal(self.loc, other.loc) and _equal(self.scale, other.scale)

    __hash__ = object.__hash__


def _common(shape: Sequence[int], *values: Any) -> tuple[int, ...]:
    return broadcast_shapes(shape, *map(shape_of, values))


def _equal(first: Any, second: Any) -> bool:
    found = first == second
    return bool(found.all()) if isinstance(found, Tensor) else bool(found)


class AbsTransform(Transform):
    """The absolute value; its inverse takes the positive one."""

    domain = constraints.real
    codomain = constraints.positive

    def _call(self, x: Tensor) -> Tensor:
        return ops.abs(x)

    def _inverse(self, y: Tensor) -> Tensor:
        return y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AbsTransform)

    __hash__ = object.__hash__


class SoftmaxTransform(Transform):
    """Vectors to probabilities; one vector of many is its inverse."""

    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Tensor) -> Tensor:
        return ops.softmax(x, -1)

    def _inverse(self, y: Tensor) -> Tensor:
        return log(y)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SoftmaxTransform)

    __hash__ = object.__hash__


class StickBreakingTransform(Transform):
    """Vectors to probabilities of one more class: each number says how much of the rest its class takes."""

    bijective = True
    domain = constraints.real_vector
    codomain = constraints.simplex

    def _call(self, x: Tensor) -> Tensor:
        taken = ops.clamp(sigmoid(x - log(self._left(x.shape[-1], x))), float(limits(x).tiny), 1 - float(limits(x).eps))
        rest = ops.cumprod(1 - taken, -1)
        return ops.cat((taken, ops.ones_like(taken[..., :1])), -1) * ops.cat((ops.ones_like(rest[..., :1]), rest), -1)

    def _inverse(self, y: Tensor) -> Tensor:
        inner = y[..., :-1]
        rest = ops.clamp(1 - ops.cumsum(inner, -1), min=float(limits(y).tiny))
        return log(inner) - log(rest) + log(self._left(inner.shape[-1], y))

    def log_abs_det_jacobian(self, x: Tensor, y: Tensor) -> Tensor:
        shifted = x - log(self._left(x.shape[-1], x))
        return (-shifted - softplus(-shifted) + log(y[..., :-1])).sum(-1)

    @staticmethod
    def _left(count: int, like: Tensor) -> Tensor:
        return Tensor(list(range(count, 0, -1)), like.dtype)

    def forward_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        return (*shape[:-1], shape[-1] - 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StickBreakingTransform)

    __hash__ = object.__hash__


class LowerCholeskyTransform(Transform):
    """Square matrices to lower triangular ones with a positive diagonal."""

    domain = constraints.independent(constraints.real, 2)
    codomain = constraints.lower_cholesky

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LowerCholeskyTransform)

    __hash__ = object.__hash__

    def _call(self, x: Tensor) -> Tensor:
        return self._with_diagonal(x, exp)

    def _inverse(self, y: Tensor) -> Tensor:
        return self._with_diagonal(y, log)

    @staticmethod
    def _with_diagonal(x: Tensor, function: Callable[[Tensor], Tensor]) -> Tensor:
        diagonal = ops.expand_dims(function(ops.diagonal(x, 0, -2, -1)), -1)
        return ops.tril(x, -1) + diagonal * ops.eye(x.shape[-1], x.shape[-1], x.dtype)

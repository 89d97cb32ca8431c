"""`torch.distributions.constraints`: sets of values, each with `check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from mindspore import Tensor, ops

__all__ = [
    "Constraint", "boolean", "cat", "corr_cholesky", "dependent", "dependent_property", "greater_than", "greater_than_eq",
    "half_open_interval", "independent", "integer_interval", "interval", "is_dependent", "less_than", "lower_cholesky",
    "lower_triangular", "multinomial", "nonnegative", "nonnegative_integer", "one_hot", "positive", "positive_definite",
    "positive_integer", "positive_semidefinite", "real", "real_vector", "simplex", "square", "stack", "symmetric", "unit_interval",
]  # fmt: skip
_NEAR = 1e-6
_SUM = 1e-5


class Constraint:
    """A set of values. `event_dim` is the number of last dimensions that make one value."""

    is_discrete = False
    event_dim = 0

    def check(self, value: Tensor) -> Tensor:
        """Whether each value belongs to the set."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__.lstrip('_')}()"


class _Dependent(Constraint):
    """A set that other parameters decide."""

    def __init__(self, *, is_discrete: bool = False, event_dim: int = 0) -> None:
        self.is_discrete = is_discrete
        self.event_dim = event_dim

    def __call__(self, *, is_discrete: bool | None = None, event_dim: int | None = None) -> _Dependent:
        return _Dependent(
            is_discrete=self.is_discrete if is_discrete is None else is_discrete,
            event_dim=self.event_dim if event_dim is None else event_dim,
        )

    def check(self, value: Tensor) -> Tensor:
        raise ValueError("which values are allowed depends on other parameters")


class dependent_property(property, _Dependent):
    """A set that an object's parameters decide, as a property."""

    def __init__(self, fn: Callable[[Any], Any] | None = None, *, is_discrete: bool = False, event_dim: int = 0) -> None:
        super().__init__(fn)
        self.is_discrete = is_discrete
        self.event_dim = event_dim

    def __call__(self, fn: Callable[[Any], Any]) -> dependent_property:  # type: ignore[override]
        return dependent_property(fn, is_discrete=self.is_discrete, event_dim=self.event_dim)


class _Independent(Constraint):
    """Arrays of values of another set."""

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint = base_constraint
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.is_discrete = base_constraint.is_discrete
        self.event_dim = base_constraint.event_dim + reinterpreted_batch_ndims

    def check(self, value: Tensor) -> Tensor:
        """Whether all values of each array belong to the set."""
        found, count = self.base_constraint.check(value), self.reinterpreted_batch_ndims
        if found.ndim < count:
            raise ValueError(f"expected at least {self.event_dim} dimensions, found {value.ndim}")
        return found.all(tuple(range(-count, 0))) if count else found

    def __repr__(self) -> str:
        return f"Independent({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Interval(Constraint):
    """Values from `lower_bound` to `upper_bound`, these included."""

    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound

    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value <= self.upper_bound)

    def __repr__(self) -> str:
        return f"{type(self).__name__.lstrip('_')}(lower_bound={self.lower_bound}, upper_bound={self.upper_bound})"


class _HalfOpenInterval(_Interval):
    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value < self.upper_bound)


class _IntegerInterval(_Interval):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & super().check(value)


class _Bound(Constraint):
    """Values on one side of a bound."""

    def __init__(self, bound: Any) -> None:
        self.bound = bound

    def __repr__(self) -> str:
        return f"{type(self).__name__.lstrip('_')}({self.bound})"


class _GreaterThan(_Bound):
    def check(self, value: Tensor) -> Tensor:
        return value > self.bound

    @property
    def lower_bound(self) -> Any:
        """What all values exceed."""
        return self.bound


class _GreaterThanEq(_GreaterThan):
    def check(self, value: Tensor) -> Tensor:
        return value >= self.bound


class _IntegerGreaterThan(_GreaterThan):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (value >= self.bound)


class _LessThan(_Bound):
    def check(self, value: Tensor) -> Tensor:
        return value < self.bound

    @property
    def upper_bound(self) -> Any:
        """What exceeds all values."""
        return self.bound


class _Real(Constraint):
    def check(self, value: Tensor) -> Tensor:
        return value == value  # only nan differs from itself


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < _NEAR)


class _Multinomial(Constraint):
    is_discrete = True
    event_dim = 1

    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound

    def check(self, value: Tensor) -> Tensor:
        return (value >= 0).all(-1) & (value.sum(-1) <= self.upper_bound)


class _Matrix(Constraint):
    event_dim = 2


class _LowerTriangular(_Matrix):
    def check(self, value: Tensor) -> Tensor:
        return (ops.tril(value) == value).all((-2, -1))


class _LowerCholesky(_LowerTriangular):
    def check(self, value: Tensor) -> Tensor:
        return super().check(value) & (ops.diagonal(value, 0, -2, -1) > 0).all(-1)


class _CorrCholesky(_LowerCholesky):
    def check(self, value: Tensor) -> Tensor:
        return super().check(value) & ((ops.sqrt((value * value).sum(-1)) - 1).abs() < _SUM).all(-1)


class _Square(_Matrix):
    def check(self, value: Tensor) -> Tensor:
        return ops.ones(value.shape[:-2], value.dtype) == int(value.shape[-2] == value.shape[-1])


class _Symmetric(_Square):
    def check(self, value: Tensor) -> Tensor:
        found = super().check(value)
        return found & ((value - ops.swapaxes(value, -2, -1)).abs() < _NEAR).all((-2, -1)) if bool(found.all()) else found


class _PositiveSemidefinite(_Symmetric):
    def check(self, value: Tensor) -> Tensor:
        return super().check(value) & (_eigenvalues(value) >= 0).all(-1)


class _PositiveDefinite(_Symmetric):
    def check(self, value: Tensor) -> Tensor:
        return super().check(value) & (_eigenvalues(value) > 0).all(-1)


def _eigenvalues(value: Tensor) -> Tensor:
    return Tensor(np.linalg.eigvalsh(value.asnumpy()))


class _Joined(Constraint):
    """Values of several sets beside each other in a dimension."""

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0, lengths: Sequence[int] | None = None) -> None:
        self.cseq = list(cseq)
        self.dim = dim
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        self.is_discrete = any(each.is_discrete for each in self.cseq)
        self.event_dim = max(each.event_dim for each in self.cseq)

    def check(self, value: Tensor) -> Tensor:
        return ops.cat([each.check(part) for each, part in zip(self.cseq, value.split(self.lengths, self.dim), strict=True)], self.dim)


class _Stacked(_Joined):
    def check(self, value: Tensor) -> Tensor:
        parts = ops.unbind(value, self.dim)
        return ops.stack([each.check(part) for each, part in zip(self.cseq, parts, strict=True)], self.dim)


def is_dependent(constraint: Any) -> bool:
    """Whether other parameters decide the set."""
    return isinstance(constraint, _Dependent)


dependent = _Dependent()
independent = _Independent
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = _Independent(real, 1)
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
greater_than = _GreaterThan
greater_than_eq = _GreaterThanEq
less_than = _LessThan
multinomial = _Multinomial
unit_interval = _Interval(0.0, 1.0)
interval = _Interval
half_open_interval = _HalfOpenInterval
simplex = _Simplex()
lower_triangular = _LowerTriangular()
lower_cholesky = _LowerCholesky()
corr_cholesky = _CorrCholesky()
square = _Square()
symmetric = _Symmetric()
positive_semidefinite = _PositiveSemidefinite()
positive_definite = _PositiveDefinite()
cat = _Joined
stack = _Stacked

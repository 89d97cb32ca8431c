"""`torch.distributions.constraints`: sets of values, each with `check`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from mindspore import Tensor, ops

__all__ = [
    "Constraint", "MixtureSameFamilyConstraint", "boolean", "cat", "corr_cholesky", "dependent", "dependent_property", "greater_than",
    "greater_than_eq", "half_open_interval", "independent", "integer_interval", "interval", "is_dependent", "less_than", "lower_cholesky",
    "lower_triangular", "multinomial", "nonnegative", "nonnegative_integer", "one_hot", "positive", "positive_definite",
    "positive_integer", "positive_semidefinite", "real", "real_vector", "simplex", "square", "stack", "symmetric", "unit_interval",
]  # fmt: skip
_NEAR = 1e-6


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
    """A set that other parameters decide; so do they decide what was not given here."""

    def __init__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> None:
        self._is_discrete = is_discrete
        self._event_dim = event_dim
        super().__init__()

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        """Whether its values are separate. Raises NotImplementedError if nobody said so."""
        return _known(self._is_discrete, "is_discrete")

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        """The number of dimensions of one value. Raises NotImplementedError if nobody said so."""
        return _known(self._event_dim, "event_dim")

    def __call__(self, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented) -> Any:
        return _Dependent(
            is_discrete=self._is_discrete if is_discrete is NotImplemented else is_discrete,
            event_dim=self._event_dim if event_dim is NotImplemented else event_dim,
        )

    def check(self, value: Tensor) -> Tensor:
        raise ValueError("which values are allowed depends on other parameters")


def _known(value: Any, name: str) -> Any:
    if value is NotImplemented:
        raise NotImplementedError(f".{name} depends on other parameters")
    return value


class _DependentProperty(property, _Dependent):
    """A set that an object's parameters decide, as a property."""

    def __init__(
        self, fn: Callable[[Any], Any] | None = None, *, is_discrete: Any = NotImplemented, event_dim: Any = NotImplemented
    ) -> None:
        super().__init__(fn)
        self._is_discrete = is_discrete
        self._event_dim = event_dim

    def __call__(self, fn: Callable[[Any], Any]) -> _DependentProperty:  # type: ignore[override]
        return _DependentProperty(fn, is_discrete=self._is_discrete, event_dim=self._event_dim)


class _IndependentConstraint(Constraint):
    """Arrays of values of another set."""

    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int) -> None:
        self.base_constraint = base_constraint
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__()

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value: Tensor) -> Tensor:
        """Whether all values of each array belong to the set."""
        found, count = self.base_constraint.check(value), self.reinterpreted_batch_ndims
        if found.ndim < count:
            raise ValueError(f"expected at least {self.event_dim} dimensions, found {value.ndim}")
        return found.all(tuple(range(-count, 0))) if count else found

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class MixtureSameFamilyConstraint(Constraint):
    """What belongs to the sets of all components, which lie in one more batch dimension, the last one."""

    def __init__(self, base_constraint: Constraint) -> None:
        self.base_constraint = base_constraint
        super().__init__()

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        return self.base_constraint.event_dim

    def check(self, value: Tensor) -> Tensor:
        beside = ops.expand_dims(value, -1 - self.event_dim)
        found = self.base_constraint.check(beside)
        count = found.ndim - beside.ndim + self.event_dim + 1
        if count < 0:
            raise ValueError(f"expected at least {self.event_dim} dimensions, found {value.ndim}")
        return found.all(tuple(range(-count, 0))) if count else found

    def __repr__(self) -> str:
        return f"MixtureSameFamilyConstraint({self.base_constraint!r})"


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value == 0) | (value == 1)


class _OneHot(Constraint):
    is_discrete = True
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return ((value == 0) | (value == 1)).all(-1) & (value.sum(-1) == 1)


class _Bounded(Constraint):
    """Numbers that bounds separate from others."""

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={self.__dict__[name]}" for name in ("lower_bound", "upper_bound") if name in self.__dict__)
        return f"{type(self).__name__.lstrip('_')}({shown})"


class _Between(_Bounded):
    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound = lower_bound
        self.upper_bound = upper_bound
        super().__init__()


class _Interval(_Between):
    """Values from `lower_bound` to `upper_bound`, these included."""

    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value <= self.upper_bound)


class _HalfOpenInterval(_Between):
    def check(self, value: Tensor) -> Tensor:
        return (value >= self.lower_bound) & (value < self.upper_bound)


class _IntegerInterval(_Between):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (value >= self.lower_bound) & (value <= self.upper_bound)


class _Above(_Bounded):
    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound = lower_bound
        super().__init__()


class _GreaterThan(_Above):
    def check(self, value: Tensor) -> Tensor:
        return value > self.lower_bound


class _GreaterThanEq(_Above):
    def check(self, value: Tensor) -> Tensor:
        return value >= self.lower_bound


class _IntegerGreaterThan(_Above):
    """Whole numbers from the bound on."""

    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (value >= self.lower_bound)


class _Below(_Bounded):
    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound
        super().__init__()


class _LessThan(_Below):
    def check(self, value: Tensor) -> Tensor:
        return value < self.upper_bound


class _IntegerLessThan(_Below):
    """Whole numbers up to the bound."""

    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & (value <= self.upper_bound)


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


class _LowerCholesky(_Matrix):
    def check(self, value: Tensor) -> Tensor:
        return lower_triangular.check(value) & (ops.diagonal(value, 0, -2, -1) > 0).all(-1)


class _CorrCholesky(_Matrix):
    """Roots of correlation matrices: their rows have the length 1."""

    def check(self, value: Tensor) -> Tensor:
        near = float(np.finfo(np.dtype(str(value.dtype).lower())).eps) * value.shape[-1] * 10
        return lower_cholesky.check(value) & ((ops.sqrt((value * value).sum(-1)) - 1).abs() <= near).all(-1)


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

    cseq: list[Constraint]
    dim: int

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        return any(each.is_discrete for each in self.cseq)

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        return max(each.event_dim for each in self.cseq)


class _Cat(_Joined):
    """Parts of `lengths` entries."""

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0, lengths: Sequence[int] | None = None) -> None:
        self.cseq = list(cseq)
        self.lengths = [1] * len(self.cseq) if lengths is None else list(lengths)
        self.dim = dim
        super().__init__()

    def check(self, value: Tensor) -> Tensor:
        return ops.cat([each.check(part) for each, part in zip(self.cseq, value.split(self.lengths, self.dim), strict=True)], self.dim)


class _Stack(_Joined):
    """Parts of one entry, without the dimension."""

    def __init__(self, cseq: Sequence[Constraint], dim: int = 0) -> None:
        self.cseq = list(cseq)
        self.dim = dim
        super().__init__()

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        inner = max(each.event_dim for each in self.cseq)
        return inner + (self.dim + inner < 0)

    def check(self, value: Tensor) -> Tensor:
        parts = ops.unbind(value, self.dim)
        return ops.stack([each.check(part) for each, part in zip(self.cseq, parts, strict=True)], self.dim)


def is_dependent(constraint: Any) -> bool:
    """Whether other parameters decide the set."""
    return isinstance(constraint, _Dependent)


dependent = _Dependent()
dependent_property = _DependentProperty
independent = _IndependentConstraint
boolean = _Boolean()
one_hot = _OneHot()
nonnegative_integer = _IntegerGreaterThan(0)
positive_integer = _IntegerGreaterThan(1)
integer_interval = _IntegerInterval
real = _Real()
real_vector = _IndependentConstraint(real, 1)
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
cat = _Cat
stack = _Stack

"""`torch.distributions.biject_to` and `transform_to`: transforms from real numbers to a constrained set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_joined_transforms import CatTransform, StackTransform
from mindaudit_data.recipes.distribution_matrix_transforms import CorrCholeskyTransform, PositiveDefiniteTransform
from mindaudit_data.recipes.distribution_transforms import (
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    IndependentTransform,
    LowerCholeskyTransform,
    SigmoidTransform,
    SoftmaxTransform,
    StickBreakingTransform,
    identity_transform,
)

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    """Makers of transforms by kinds of constraints."""

    def __init__(self) -> None:
        self._registry: dict[type, Callable[[Any], Any]] = {}
        super().__init__()

    def register(self, constraint: Any, factory: Callable[[Any], Any] | None = None) -> Any:
        """Keeps a maker; a decorator where none is given. Raises TypeError for what is no constraint."""
        if factory is None:
            return lambda given: self.register(constraint, given)
        kind = type(constraint) if isinstance(constraint, constraints.Constraint) else constraint
        if not isinstance(kind, type) or not issubclass(kind, constraints.Constraint):
            raise TypeError(f"expected a constraint or a class of them, found {constraint!r}")
        self._registry[kind] = factory
        return factory

    def __call__(self, constraint: Any) -> Any:
        """The transform to a set. Raises NotImplementedError if its kind is not registered."""
        try:
            maker = self._registry[type(constraint)]
        except KeyError:
            raise NotImplementedError(f"no transform to {type(constraint).__name__} is registered") from None
        return maker(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _interval(constraint: Any) -> Any:
    if (_number(constraint.lower_bound), _number(constraint.upper_bound)) == (0, 1):
        return SigmoidTransform()
    width = constraint.upper_bound - constraint.lower_bound
    return ComposeTransform([SigmoidTransform(), AffineTransform(constraint.lower_bound, width)])


def _number(value: Any) -> Any:
    """A number as it is; None for tensors, which are not read."""
    return value if isinstance(value, (int, float)) else None


for _registry in (biject_to, transform_to):
    _registry.register(constraints.real, lambda _: identity_transform)
    _registry.register(constraints.positive, lambda each: ComposeTransform([ExpTransform(), AffineTransform(each.lower_bound, 1)]))
    _registry.register(constraints.nonnegative, lambda each: ComposeTransform([ExpTransform(), AffineTransform(each.lower_bound, 1)]))
    _registry.register(constraints.less_than, lambda each: ComposeTransform([ExpTransform(), AffineTransform(each.upper_bound, -1)]))
    _registry.register(constraints.interval, _interval)
    _registry.register(constraints.half_open_interval, _interval)
    _registry.register(constraints.corr_cholesky, lambda _: CorrCholeskyTransform())
biject_to.register(constraints.simplex, lambda _: StickBreakingTransform())
biject_to.register(constraints.cat, lambda each: CatTransform([biject_to(part) for part in each.cseq], each.dim, each.lengths))
biject_to.register(constraints.stack, lambda each: StackTransform([biject_to(part) for part in each.cseq], each.dim))
transform_to.register(constraints.lower_cholesky, lambda _: LowerCholeskyTransform())
transform_to.register(constraints.positive_semidefinite, lambda _: PositiveDefiniteTransform())
transform_to.register(constraints.positive_definite, lambda _: PositiveDefiniteTransform())
transform_to.register(constraints.simplex, lambda _: SoftmaxTransform())
transform_to.register(constraints.cat, lambda each: CatTransform([transform_to(part) for part in each.cseq], each.dim, each.lengths))
transform_to.register(constraints.stack, lambda each: StackTransform([transform_to(part) for part in each.cseq], each.dim))
biject_to.register(
    constraints.independent, lambda each: IndependentTransform(biject_to(each.base_constraint), each.reinterpreted_batch_ndims)
)
transform_to.register(
    constraints.independent, lambda each: IndependentTransform(transform_to(each.base_constraint), each.reinterpreted_batch_ndims)
)

"""Programs that use what is inside of torch.distributions, as packages for probabilistic programs do."""

# ruff: noqa: F403, F405 - written as people write it

import torch
import torch.nn as nn
from torch.distributions import (
    Distribution,
    ExponentialFamily,
    Normal,
    Transform,
    biject_to,
    constraints,
    kl_divergence,
    register_kl,
    transform_to,
)
from torch.distributions.constraint_registry import ConstraintRegistry
from torch.distributions.kl import _KL_REGISTRY, _dispatch_kl
from torch.distributions.lowrank_multivariate_normal import _batch_capacitance_tril, _batch_lowrank_logdet, _batch_lowrank_mahalanobis
from torch.distributions.multivariate_normal import _batch_mahalanobis, _batch_mv, _precision_to_scale_tril
from torch.distributions.transforms import *
from torch.distributions.transforms import __all__ as names
from torch.distributions.transforms import _InverseTransform
from torch.distributions.utils import _sum_rightmost, broadcast_all, euler_constant, lazy_property, tril_matrix_to_vec, vec_to_tril_matrix


# 1 a transform that is a module, too
class TransformModule(Transform, nn.Module):
    domain = codomain = constraints.real
    __hash__ = nn.Module.__hash__

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


class Scale(TransformModule):
    bijective = True

    def __init__(self):
        super().__init__(cache_size=0)
        self.scale = nn.Parameter(torch.ones(2) * 3)

    def _call(self, x):
        return x * self.scale

    def _inverse(self, y):
        return y / self.scale

    def log_abs_det_jacobian(self, x, y):
        return self.scale.abs().log().expand(x.shape)


def module():
    t = Scale()
    total = t(torch.ones(2)).sum() + t.log_abs_det_jacobian(torch.ones(2), None).sum()
    total.backward()
    flow = torch.distributions.TransformedDistribution(Normal(torch.zeros(2), 1.0), [t])
    found = [total.item(), len(list(t.parameters())), isinstance(t.inv, _InverseTransform), *flow.log_prob(torch.ones(2)).tolist()]
    return [*found, *t.scale.grad.tolist()]


# 2 a distribution that is a module, too
class Plain(Distribution, nn.Module):
    arg_constraints = {}  # noqa: RUF012 - written as people write it

    def __init__(self):
        super().__init__(validate_args=False)
        self.weight = nn.Parameter(torch.ones(3))


def modules():
    plain = Plain()
    return [sum(p.numel() for p in plain.parameters()), len(plain.batch_shape)]


# 3 constraints of one's own
class SoftplusPositive(type(constraints.positive)):
    def __init__(self):
        super().__init__(lower_bound=0.0)


class _OrderedVector(constraints.Constraint):
    event_dim = 1

    def check(self, value):
        return (value[..., 1:] > value[..., :-1]).all(-1)


@biject_to.register(SoftplusPositive)
@transform_to.register(SoftplusPositive)
def _softplus(constraint):
    return SoftplusTransform()


def kinds():
    x = torch.tensor([-1.0, 0.0, 0.5, 2.0])
    own = SoftplusPositive()
    found = [*own.check(x).tolist(), own.lower_bound, isinstance(own, constraints.Constraint), *transform_to(own)(x).tolist()]
    each = [
        constraints._GreaterThan(lower_bound=0.5), constraints._GreaterThanEq(0.5), constraints._LessThan(upper_bound=0.5),
        constraints._Interval(-1, 0.5), constraints._HalfOpenInterval(lower_bound=0.0, upper_bound=2.0),
        constraints._IntegerGreaterThan(0), constraints._IntegerInterval(0, 2), constraints._IntegerLessThan(upper_bound=0),
        constraints._Boolean(), constraints._Real(), constraints._Simplex(), constraints._OneHot(), constraints._Multinomial(2),
        constraints._Cat([constraints.real, constraints.positive], lengths=[1, 3]), constraints.independent(constraints.real, 1),
        constraints._IndependentConstraint(constraints.positive, 1), constraints.MixtureSameFamilyConstraint(constraints.positive),
        _OrderedVector(),
    ]  # fmt: skip
    for constraint in each:
        found += [constraint.event_dim, constraint.is_discrete, *torch.atleast_1d(constraint.check(x)).tolist()]
    stacked = constraints._Stack([constraints.real, constraints.positive], dim=-1)
    found += [stacked.event_dim, *stacked.check(torch.tensor([-1.0, -1.0])).tolist()]
    found += [isinstance(constraints.nonnegative, type(constraints.positive)), isinstance(constraints.symmetric, constraints._Square)]
    found += [constraints.is_dependent(constraints.dependent), isinstance(Normal.support, constraints._Dependent)]
    return [*found, isinstance(torch.distributions.Uniform.support, constraints._DependentProperty)]


def unknown():
    """What a set does not know it says by an error."""
    try:
        return [constraints.dependent.event_dim]
    except NotImplementedError:
        return [constraints.dependent(event_dim=2).event_dim, constraints.dependent_property(is_discrete=True, event_dim=1).event_dim]


# 4 the list of a module's names, and names that others import
def listed():
    return ["ExpTransform" in names, sum(n in globals() for n in names) == len(names), *ExpTransform()(torch.zeros(2)).tolist()]


def helpers():
    class Lazy:
        calls = 0

        @lazy_property
        def value(self):
            Lazy.calls += 1
            return torch.ones(2) * 3

    lazy = Lazy()
    total = (lazy.value + lazy.value).sum()
    a, b = broadcast_all(torch.arange(3.0), 2.0)
    matrix = vec_to_tril_matrix(torch.arange(6.0))
    found = [total.item(), Lazy.calls, *(a + b).tolist(), euler_constant, *tril_matrix_to_vec(matrix).tolist()]
    return [*found, *_sum_rightmost(torch.ones(2, 3), 1).tolist()]


def batches():
    root, factor = torch.tensor([[1.0, 0.0], [0.5, 2.0]]), torch.tensor([[0.5], [1.5]])
    x, diagonal = torch.tensor([[0.3, -0.7], [1.0, 2.0]]), torch.tensor([0.5, 2.0])
    found = [*_batch_mv(root, x).flatten().tolist(), *_batch_mahalanobis(root, x).tolist()]
    found += _precision_to_scale_tril(root @ root.T).flatten().tolist()
    inner = _batch_capacitance_tril(factor, diagonal)
    found += [*inner.flatten().tolist(), _batch_lowrank_logdet(factor, diagonal, inner).item()]
    return [*found, *_batch_lowrank_mahalanobis(factor, diagonal, x, inner).tolist()]


class Rate(ExponentialFamily):
    """A family of one's own, by its function."""

    arg_constraints = {"shape": constraints.positive, "rate": constraints.positive}  # noqa: RUF012
    support = constraints.positive
    _mean_carrier_measure = 0

    def __init__(self, shape, rate):
        self.shape, self.rate = broadcast_all(shape, rate)
        super().__init__(self.rate.shape, validate_args=False)

    @property
    def _natural_params(self):
        return (self.shape - 1, -self.rate)

    def _log_normalizer(self, x, y):
        return torch.lgamma(x + 1) + (x + 1) * torch.log(-y.reciprocal())


def families():
    p = Rate(torch.tensor([1.5, 2.0, 4.0]), torch.tensor([0.5, 1.0, 3.0]))
    rate = torch.tensor([2.0, 1.0, 0.5], requires_grad=True)
    found = kl_divergence(p, Rate(3.0, rate))
    found.sum().backward()
    return [*p.entropy().tolist(), *found.tolist(), *rate.grad.tolist()]


# 5 divergences and registries of one's own
class Own(Normal):
    pass


class Twice(Own):
    pass


def divergences():
    @register_kl(Own, Normal)
    def _own(p, q):
        return torch.tensor(7.0)

    found = [kl_divergence(Own(0.0, 1.0), Normal(0.0, 1.0)).item(), kl_divergence(Normal(0.0, 1.0), Own(1.0, 1.0)).item()]
    found += [_dispatch_kl(Twice, Own) is _own, _dispatch_kl(Normal, torch.distributions.Cauchy) is NotImplemented]
    return [*found, (Own, Normal) in _KL_REGISTRY, kl_divergence(Twice(0.0, 1.0), Twice(0.0, 1.0)).item()]


def registries():
    registry = ConstraintRegistry()
    registry.register(constraints.positive, lambda c: ExpTransform())

    @registry.register(constraints.unit_interval)
    def _of_interval(constraint):
        return SigmoidTransform()

    found = [*registry(constraints.greater_than(2.0))(torch.ones(1)).tolist(), *registry(constraints.unit_interval)(torch.ones(1)).tolist()]
    try:
        registry(constraints.simplex)
    except NotImplementedError:
        found.append(5)
    try:
        registry.register(3, lambda c: c)
    except TypeError:
        found.append(6)
    return [
        *found,
        isinstance(biject_to(constraints.unit_interval), SigmoidTransform),
        *biject_to(constraints.less_than(3.0))(torch.ones(1)).tolist(),
    ]


PROGRAMS = {each.__name__: each for each in (module, modules, kinds, unknown, listed, helpers, batches, families, divergences, registries)}

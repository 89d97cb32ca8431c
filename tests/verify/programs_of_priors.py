"""Priors that are modules, and distributions with more methods, as packages for probabilistic models write them."""

# ruff: noqa: B008, RUF012 - written as people write it

import math
import numbers
from abc import ABC

import torch
import torch.distributions as torchdist
from torch import nn
from torch.distributions import Distribution, Gamma, LogNormal, Uniform, biject_to, constraints, kl_divergence, register_kl
from torch.distributions.kl import _KL_REGISTRY
from torch.distributions.transforms import AffineTransform, Transform, _InverseTransform
from torch.distributions.utils import _sum_rightmost, broadcast_all, lazy_property, logits_to_probs, probs_to_logits
from torch.nn import Module as TModule


class Prior(Distribution, nn.Module, ABC):
    """Base class for priors."""

    @property
    def transform(self):
        return self._transform

    def transform_(self, x):
        return self._transform(x) if self._transform is not None else x

    def forward(self, x):
        return self.log_prob(x)

    def __call__(self, *args, **kwargs):
        return super(Distribution, self).__call__(*args, **kwargs)


def _bufferize_attributes(module, attributes):
    attr_clones = {attr: getattr(module, attr).clone() for attr in attributes}
    for attr, value in attr_clones.items():
        delattr(module, attr)
        module.register_buffer(attr, value)


class GammaPrior(Prior, Gamma):
    def __init__(self, concentration, rate, validate_args=False, transform=None):
        TModule.__init__(self)
        Gamma.__init__(self, concentration=concentration, rate=rate, validate_args=validate_args)
        _bufferize_attributes(self, ("concentration", "rate"))
        self._transform = transform

    def expand(self, batch_shape):
        batch_shape = torch.Size(batch_shape)
        return GammaPrior(self.concentration.expand(batch_shape), self.rate.expand(batch_shape))


class NormalPrior(Prior, torchdist.Normal):
    def __init__(self, loc, scale, validate_args=False, transform=None):
        TModule.__init__(self)
        torchdist.Normal.__init__(self, loc=loc, scale=scale, validate_args=validate_args)
        _bufferize_attributes(self, ("loc", "scale"))
        self._transform = transform

    def expand(self, batch_shape):
        batch_shape = torch.Size(batch_shape)
        return NormalPrior(self.loc.expand(batch_shape), self.scale.expand(batch_shape))


class LogNormalPrior(Prior, LogNormal):
    def __init__(self, loc, scale, validate_args=None, transform=None):
        TModule.__init__(self)
        LogNormal.__init__(self, loc=loc, scale=scale, validate_args=validate_args)
        self._transform = transform

    def expand(self, batch_shape):
        return LogNormalPrior(self.loc.expand(batch_shape), self.scale.expand(batch_shape))


class UniformPrior(Prior, Uniform):
    def __init__(self, a, b, validate_args=None, transform=None):
        TModule.__init__(self)
        Uniform.__init__(self, a, b, validate_args=validate_args)
        self._transform = transform


class SmoothedBoxPrior(Prior):
    arg_constraints = {"sigma": constraints.positive, "a": constraints.real, "b": constraints.real}
    support = constraints.real

    def __init__(self, a, b, sigma=0.01, validate_args=False, transform=None):
        TModule.__init__(self)
        _a = torch.tensor(float(a)) if isinstance(a, (int, float)) else a
        _a = _a.view(-1) if _a.dim() < 1 else _a
        _a, _b, _sigma = broadcast_all(_a, b, sigma)
        if not torch.all(constraints.less_than(_b).check(_a)):
            raise ValueError("must have that a < b (element-wise)")
        batch_shape, event_shape = _a.shape[:-1], _a.shape[-1:]
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        self.register_buffer("a", _a)
        self.register_buffer("b", _b.clone())
        self.register_buffer("sigma", _sigma.clone())
        self.tails = NormalPrior(torch.zeros_like(_a), _sigma, validate_args=validate_args)
        self._transform = transform

    @property
    def _c(self):
        return (self.a + self.b) / 2

    @property
    def _r(self):
        return (self.b - self.a) / 2

    @property
    def _M(self):
        return torch.log(1 + (self.b - self.a) / (math.sqrt(2 * math.pi) * self.sigma))

    def log_prob(self, x):
        X = ((x - self._c).abs() - self._r).clamp(min=0)
        return (self.tails.log_prob(X) - self._M).sum(-1)

    def rsample(self, sample_shape=torch.Size()):
        return torch.zeros(self._extended_shape(sample_shape))


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw = nn.Parameter(torch.tensor([0.3, 0.7]))
        self.gamma = GammaPrior(torch.tensor([2.0, 3.0]), torch.tensor(0.5))
        self.normal = NormalPrior(torch.tensor(0.3), torch.tensor(2.0), transform=torch.exp)
        self.box = SmoothedBoxPrior(torch.tensor([0.0, 0.1]), 1.0, 0.1)
        self.log_normal = LogNormalPrior(torch.tensor(0.1), torch.tensor(0.5))
        self.uniform = UniformPrior(0.0, torch.tensor(2.0))

    def forward(self):
        x = nn.functional.softplus(self.raw)
        return (
            self.gamma(x).sum()
            + self.normal(x).sum()
            + self.box.log_prob(x).sum()
            + self.log_normal.log_prob(x).sum()
            + self.uniform(x).sum()
        )


class TorchDistributionMixin:
    def __call__(self, sample_shape=torch.Size()):
        return self.rsample(sample_shape) if self.has_rsample else self.sample(sample_shape)

    @property
    def event_dim(self):
        return len(self.event_shape)

    def shape(self, sample_shape=torch.Size()):
        return sample_shape + self.batch_shape + self.event_shape

    def expand_by(self, sample_shape):
        return self.expand(torch.Size(sample_shape) + self.batch_shape)

    def to_event(self, n=None):
        if n is None:
            n = len(self.batch_shape)
        return Independent(self, n)

    def mask(self, mask):
        return MaskedDistribution(self, mask)


class TorchDistribution(torch.distributions.Distribution, TorchDistributionMixin):
    pass


made = {}
for _name, _Dist in torch.distributions.__dict__.items():
    if not isinstance(_Dist, type):
        continue
    if not issubclass(_Dist, torch.distributions.Distribution):
        continue
    if _Dist is torch.distributions.Distribution:
        continue
    made[_name] = type(_name, (_Dist, TorchDistributionMixin), {})


class Independent(torch.distributions.Independent, TorchDistributionMixin):
    pass


class Normal(torch.distributions.Normal, TorchDistributionMixin):
    pass


class MaskedDistribution(TorchDistribution):
    arg_constraints = {}

    def __init__(self, base_dist, mask):
        self._mask = mask.bool()
        self.base_dist = base_dist.expand(torch.broadcast_shapes(mask.shape, base_dist.batch_shape))
        super().__init__(self.base_dist.batch_shape, self.base_dist.event_shape, validate_args=False)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(MaskedDistribution, _instance)
        new.base_dist = self.base_dist.expand(batch_shape)
        new._mask = self._mask.expand(batch_shape)
        super(MaskedDistribution, new).__init__(batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self.__dict__.get("_validate_args")
        return new

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @constraints.dependent_property
    def support(self):
        return self.base_dist.support

    def log_prob(self, value):
        return torch.where(self._mask, self.base_dist.log_prob(value), value.new_zeros(()))


@register_kl(MaskedDistribution, MaskedDistribution)
def _kl_masked(p, q):
    return torch.where(p._mask & q._mask, kl_divergence(p.base_dist, q.base_dist), torch.zeros(()))


class Delta(TorchDistribution):
    has_rsample = True
    arg_constraints = {"v": constraints.dependent, "log_density": constraints.real}

    def __init__(self, v, log_density=0.0, event_dim=0, validate_args=None):
        batch_dim = v.dim() - event_dim
        batch_shape = v.shape[:batch_dim]
        event_shape = v.shape[batch_dim:]
        if isinstance(log_density, numbers.Number):
            log_density = torch.full(batch_shape, log_density)
        self.v = v
        self.log_density = log_density
        super().__init__(batch_shape, event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Delta, _instance)
        batch_shape = torch.Size(batch_shape)
        new.v = self.v.expand(batch_shape + self.event_shape)
        new.log_density = self.log_density.expand(batch_shape)
        super(Delta, new).__init__(batch_shape, self.event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        return constraints.independent(constraints.real, len(self.event_shape))

    def rsample(self, sample_shape=torch.Size()):
        return self.v.expand(sample_shape + self.v.shape)

    def log_prob(self, x):
        v = self.v.expand(self.batch_shape + self.event_shape)
        log_prob = (x == v).type(x.dtype).log()
        log_prob = _sum_rightmost(log_prob, len(self.event_shape))
        return log_prob + self.log_density

    @property
    def mean(self):
        return self.v


class ZeroInflated(TorchDistribution):
    arg_constraints = {"gate": constraints.unit_interval, "gate_logits": constraints.real}

    def __init__(self, base_dist, *, gate=None, gate_logits=None, validate_args=None):
        if gate is not None:
            batch_shape = torch.broadcast_shapes(gate.shape, base_dist.batch_shape)
            self.gate = gate.expand(batch_shape)
        else:
            batch_shape = torch.broadcast_shapes(gate_logits.shape, base_dist.batch_shape)
            self.gate_logits = gate_logits.expand(batch_shape)
        self.base_dist = base_dist.expand(batch_shape)
        super().__init__(batch_shape, torch.Size(), validate_args)

    @constraints.dependent_property
    def support(self):
        return self.base_dist.support

    @lazy_property
    def gate(self):
        return logits_to_probs(self.gate_logits, is_binary=True)

    @lazy_property
    def gate_logits(self):
        return probs_to_logits(self.gate, is_binary=True)

    def log_prob(self, value):
        log_prob = torch.log1p(-self.gate) + self.base_dist.log_prob(value)
        return torch.where(value == 0, (self.gate + log_prob.exp()).log(), log_prob)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            mask = torch.bernoulli(self.gate.expand(shape)).bool()
            samples = self.base_dist.expand(shape).sample()
            return torch.where(mask, samples.new_zeros(()), samples)


class LowerOrdered(Transform):
    domain = constraints.real_vector
    codomain = constraints.real_vector
    bijective = True
    sign = +1
    event_dim = 1

    def _call(self, x):
        z = torch.cat([x[..., :1], x[..., 1:].exp()], dim=-1)
        return torch.cumsum(z, dim=-1)

    def _inverse(self, y):
        return torch.cat([y[..., :1], (y[..., 1:] - y[..., :-1]).log()], dim=-1)

    def log_abs_det_jacobian(self, x, y):
        return torch.sum(x[..., 1:], dim=-1)


# what they give
def priors():
    h = Holder()
    loss = -h()
    loss.backward()
    expanded = h.gamma.expand([3, 2])
    found = [loss.item(), *h.raw.grad.tolist(), len(list(h.named_buffers())), len(h.state_dict()), *h.gamma.mean.tolist()]
    found += [*expanded.log_prob(torch.ones(2)).flatten().tolist(), *h.normal.sample((3,)).shape, *h.box.event_shape]
    return [*found, h.normal.variance.item(), h.uniform.mean.item(), isinstance(h.gamma, Distribution), isinstance(h.gamma, nn.Module)]


X = torch.tensor([[0.3, -0.2, 1.1], [0.5, 0.1, -0.4]])


def mixins():
    counts = made["Binomial"](4, torch.tensor([0.3, 0.6])).expand_by((2,)).log_prob(torch.tensor([1.0, 2.0]))
    own = Normal(X, 1.0).to_event(1)
    m = Normal(X, 1.0).mask(torch.tensor([True, False, True]))
    divergence = kl_divergence(m, Normal(0.0, X.exp()).mask(torch.tensor([True, True, False])))
    found = [len(made), *counts.flatten().tolist(), *own.log_prob(X * 0.5).tolist(), own.event_dim, *own.shape((2,))]
    return [*found, *m.log_prob(X).flatten().tolist(), *divergence.flatten().tolist(), *m.expand((4, 2, 3)).batch_shape]


def deltas():
    d = Delta(X, event_dim=1)
    found = [*d.log_prob(X).tolist(), *d.expand((3, 2)).rsample((2,)).shape, d.support.event_dim]
    z = ZeroInflated(made["Poisson"](torch.tensor([1.0, 3.0])), gate_logits=torch.tensor(0.3))
    found += [*z.log_prob(torch.tensor([0.0, 2.0])).tolist(), *z.gate.tolist(), *z.sample((5,)).shape]
    z = ZeroInflated(made["NegativeBinomial"](torch.tensor([1.0, 3.0]), torch.tensor(0.4)), gate=torch.tensor(0.3))
    return [*found, *z.log_prob(torch.tensor([0.0, 2.0])).tolist(), *z.gate_logits.tolist()]


def flows():
    t = LowerOrdered(cache_size=1)
    y = t(X)
    f = torchdist.TransformedDistribution(torchdist.Normal(torch.zeros(3), 1.0).expand((3,)), [t, AffineTransform(1.0, 2.0)])
    found = [*y.flatten().tolist(), t.inv(y) is X, isinstance(t.inv, _InverseTransform), t.inv.inv is t, *f.log_prob(y).tolist()]
    sets = (constraints.positive, constraints.interval(-1.0, 3.0), constraints.simplex, constraints.corr_cholesky)
    for s in map(biject_to, sets):
        found += [*s(X).flatten().tolist(), s.log_abs_det_jacobian(X, s(X)).sum().item()]
    found += torchdist.LKJCholesky(3, 2.0).log_prob(biject_to(constraints.corr_cholesky)(X)).tolist()
    return [*found, (torchdist.Normal, torchdist.Normal) in _KL_REGISTRY, len([k for k in _KL_REGISTRY if k[0] is torchdist.Normal])]


PROGRAMS = {each.__name__: each for each in (priors, mixins, deltas, flows)}

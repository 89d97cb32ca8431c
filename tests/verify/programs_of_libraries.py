"""Programs with own gradients, loaders, registries, physics and older ways of writing, as people write them for torch."""

# ruff: noqa: B007, B024, B905, E741, RUF005, RUF007 - written as people write it

import argparse
import collections
import contextlib
import json
import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.autograd import Function, Variable
from torch.nn.utils import parameters_to_vector, vector_to_parameters
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    IterableDataset,
    Sampler,
    SequentialSampler,
    TensorDataset,
)

logger = logging.getLogger(__name__)


def data(*shape, k=1.0):
    return torch.sin(torch.arange(math.prod(shape), dtype=torch.float32) * 0.7 * k).reshape(shape)


def fill(net):
    with torch.no_grad():
        for i, (n, p) in enumerate(net.named_parameters()):
            p.copy_(0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i)).view(p.size()))
    return net


# 1 gradient reversal, domain adaptation
class Reverse(Function):
    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.alpha, None


class DANN(nn.Module):
    def __init__(self):
        super().__init__()
        self.feature, self.label, self.domain = nn.Linear(4, 6), nn.Linear(6, 3), nn.Linear(6, 2)

    def forward(self, x, alpha=1.0):
        f = torch.relu(self.feature(x)).view(-1, 6)
        return self.label(f), self.domain(Reverse.apply(f, alpha))


def dann():
    net = fill(DANN())
    opt = optim.SGD(net.parameters(), lr=0.1)
    out = []
    for ep in range(3):
        p = ep / 3
        alpha = 2.0 / (1.0 + np.exp(-10 * p)) - 1
        xs, xt = data(6, 4), data(6, 4, k=1.5)
        net.zero_grad()
        ys, ds = net(xs, alpha=alpha)
        _, dt = net(xt, alpha)
        loss = (
            nn.CrossEntropyLoss()(ys, torch.arange(6) % 3)
            + F.cross_entropy(ds, torch.zeros(6).long())
            + F.cross_entropy(dt, torch.ones(6).long())
        )
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out + net.feature.bias.tolist()


# 2 old-style code: Variable, volatile loops, .data[0]-like, meters
class AverageMeter:
    def __init__(self, name, fmt=":f"):
        self.name, self.fmt = name, fmt
        self.reset()

    def reset(self):
        self.val = self.avg = self.sum = self.count = 0

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.avg = self.sum / self.count

    def __str__(self):
        return ("{name} {val" + self.fmt + "} ({avg" + self.fmt + "})").format(**self.__dict__)


def accuracy(output, target, topk=(1,)):
    with torch.no_grad():
        maxk = max(topk)
        batch_size = target.size(0)
        _, pred = output.topk(maxk, 1, True, True)
        pred = pred.t()
        correct = pred.eq(target.view(1, -1).expand_as(pred))
        return [correct[:k].reshape(-1).float().sum(0, keepdim=True).mul_(100.0 / batch_size) for k in topk]


def adjust(optimizer, epoch, base):
    lr = base * (0.1 ** (epoch // 2))
    for group in optimizer.param_groups:
        group["lr"] = lr
    return lr


def meters():
    net = fill(nn.Sequential(nn.Linear(4, 8), nn.ReLU(True), nn.Linear(8, 5)))
    criterion = nn.CrossEntropyLoss().to("cpu")
    opt = optim.SGD(net.parameters(), 0.5, momentum=0.9, weight_decay=1e-4)
    losses, top1, top3 = AverageMeter("Loss", ":.4e"), AverageMeter("Acc@1", ":6.2f"), AverageMeter("Acc@3")
    lrs = []
    for epoch in range(4):
        lrs.append(adjust(opt, epoch, 0.5))
        net.train()
        x, y = Variable(data(6, 4, k=epoch + 1.0)), Variable(torch.arange(6) % 5)
        output = net(x)
        loss = criterion(output, y)
        a1, a3 = accuracy(output.data, y.data, topk=(1, 3))
        losses.update(loss.item(), x.size(0))
        top1.update(a1[0].item(), x.size(0))
        top3.update(float(a3), x.size(0))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return [losses.avg, top1.avg, top3.avg] + lrs + [float(len(str(losses)))]


# 3 spectral norm GAN, hinge, two steps of D
class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 6), nn.Linear(6, 1)

    def forward(self, x, return_features=False):
        h = F.leaky_relu(self.a(x), 0.2)
        return (self.b(h), h) if return_features else self.b(h)


def gan():
    g, d = fill(nn.Sequential(nn.Linear(2, 6, bias=False), nn.BatchNorm1d(6), nn.ReLU(), nn.Linear(6, 3), nn.Tanh())), fill(Critic())
    og, od = optim.Adam(g.parameters(), 2e-3, (0.5, 0.999)), optim.Adam(d.parameters(), lr=2e-3, betas=(0.5, 0.999))
    out = []
    real = data(8, 3)
    for it in range(2):
        for j in range(2):
            z = data(8, 2, k=it + j + 1.0)
            with torch.no_grad():
                fake = g(z)
            od.zero_grad()
            ld = F.relu(1.0 - d(real)).mean() + F.relu(1.0 + d(fake)).mean()
            ld.backward()
            od.step()
        og.zero_grad()
        score, feat = d(g(z), return_features=True)
        _, feat_real = d(real, True)
        lg = -score.mean() + (feat.mean(0) - feat_real.mean(0).detach()).norm(p=1)
        lg.backward()
        og.step()
        out += [ld.item(), lg.item()]
    return out + list(g[1].running_mean.numpy().astype(float))


# 4 neural ODE (rk4), physics-informed loss with second derivatives
class PINN(nn.Module):
    def __init__(self, layers=(2, 8, 8, 1)):
        super().__init__()
        self.linears = nn.ModuleList([nn.Linear(a, b) for a, b in zip(layers, layers[1:])])
        self.act = nn.Tanh()

    def forward(self, t, x):
        h = torch.cat([t, x], dim=1)
        for l in self.linears[:-1]:
            h = self.act(l(h))
        return self.linears[-1](h)


def grad(y, x):
    return torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), create_graph=True)[0]


def pinn():
    net = fill(PINN())
    opt = optim.Adam(net.parameters(), lr=1e-2)
    t, x = torch.linspace(0, 1, 6).view(-1, 1), torch.linspace(-1, 1, 6).view(-1, 1)
    out = []
    for _ in range(2):
        t_, x_ = t.clone().requires_grad_(True), x.clone().requires_grad_(True)
        u = net(t_, x_)
        u_t, u_x = grad(u, t_), grad(u, x_)
        u_xx = grad(u_x, x_)
        res = u_t + u * u_x - (0.01 / math.pi) * u_xx
        loss = (res**2).mean() + (net(torch.zeros_like(x), x) + torch.sin(math.pi * x)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


class Func(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 2))
        self.nfe = 0

    def forward(self, t, y):
        self.nfe += 1
        return self.net(y**3) * (1 + t)


def odeint(func, y0, ts, method="rk4"):
    ys = [y0]
    for t0, t1 in zip(ts[:-1], ts[1:]):
        h = t1 - t0
        k1 = func(t0, ys[-1])
        k2 = func(t0 + h / 2, ys[-1] + h * k1 / 2)
        k3 = func(t0 + h / 2, ys[-1] + h * k2 / 2)
        k4 = func(t1, ys[-1] + h * k3)
        ys.append(ys[-1] + h * (k1 + 2 * k2 + 2 * k3 + k4) / 6)
    return torch.stack(ys)


def ode():
    f = fill(Func())
    opt = optim.RMSprop(f.parameters(), lr=1e-3)
    ts = torch.linspace(0.0, 1.0, 5)
    out = []
    for _ in range(2):
        opt.zero_grad()
        y = odeint(f, torch.tensor([[2.0, 0.0]]), ts)
        loss = torch.mean(torch.abs(y - torch.zeros_like(y)))
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out + [float(f.nfe)]


# 5 flat parameters, evolution strategies, natural gradient pieces
def flat():
    net = fill(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)))
    theta = parameters_to_vector(net.parameters()).detach()
    out = [float(theta.numel()), theta.norm().item()]
    rewards, eps = [], []
    for i in range(4):
        e = data(theta.numel(), k=i + 1.0)
        vector_to_parameters(theta + 0.1 * e, net.parameters())
        with torch.no_grad():
            rewards.append(-net(data(5, 3)).pow(2).mean())
        eps.append(e)
    r = torch.stack(rewards)
    r = (r - r.mean()) / r.std()
    theta = theta + 0.05 / 4 * torch.stack(eps).t().mv(r)
    vector_to_parameters(theta, net.parameters())
    loss = net(data(5, 3)).pow(2).mean()
    grads = torch.autograd.grad(loss, net.parameters(), create_graph=True)
    g = torch.cat([x.reshape(-1) for x in grads])
    v = torch.ones_like(g)
    hv = torch.cat([x.contiguous().view(-1) for x in torch.autograd.grad((g * v).sum(), net.parameters())])
    return out + [loss.item(), g.norm().item(), hv.norm().item()] + r.tolist()


# 6 samplers and datasets
class Stream(IterableDataset):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        for i in range(self.n):
            yield {"x": torch.tensor([float(i), i * 2.0]), "y": i % 2, "name": f"s{i}"}


class Balanced(Sampler):
    def __init__(self, labels, n):
        self.labels, self.n = labels, n

    def __iter__(self):
        by = collections.defaultdict(list)
        for i, l in enumerate(self.labels):
            by[l].append(i)
        for i in range(self.n):
            for l in sorted(by):
                yield by[l][i % len(by[l])]

    def __len__(self):
        return self.n * len(set(self.labels))


def loaders():
    out = []
    for b in DataLoader(Stream(5), batch_size=2):
        out += [b["x"].sum().item(), b["y"].sum().item(), len(b["name"])]
    ds = ConcatDataset([TensorDataset(data(3, 2), torch.tensor([0, 1, 1])), TensorDataset(data(2, 2), torch.tensor([0, 0]))])
    labels = [int(ds[i][1]) for i in range(len(ds))]
    for x, y in DataLoader(ds, batch_size=3, sampler=Balanced(labels, 3), drop_last=True):
        out += [x.sum().item()] + y.tolist()
    for x, y in DataLoader(
        ds,
        batch_sampler=BatchSampler(SequentialSampler(ds), 2, False),
        collate_fn=lambda b: (pad_sequence([t for t, _ in b], batch_first=True), torch.stack([l for _, l in b])),
    ):
        out += [x.mean().item(), float(y.dtype == torch.int64)]
    return out


# 7 mixed precision idiom on cpu, scaler, contexts
@contextlib.contextmanager
def timer(store):
    t = time.time()
    yield
    store.append(time.time() - t >= 0)


def amp():
    net = fill(nn.Linear(4, 3))
    opt = optim.AdamW(net.parameters(), lr=1e-2)
    scaler = torch.cuda.amp.GradScaler(enabled=torch.cuda.is_available())
    ok, out = [], []
    for i in range(2):
        with timer(ok), torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=False):
            loss = F.mse_loss(net(data(5, 4)), data(5, 3))
        scaler.scale(loss).backward()
        scaler.unscale_(opt)
        nn.utils.clip_grad_norm_(net.parameters(), 0.1)
        scaler.step(opt)
        scaler.update()
        opt.zero_grad()
        out.append(loss.item())
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return out + [float(all(ok)), float(str(device) == "cpu")]


# 8 registry, abstract strategy, config from json and argparse
REG: dict[str, Callable[..., nn.Module]] = {}


def register(name):
    def deco(cls):
        REG[name] = cls
        return cls

    return deco


class Base(nn.Module, ABC):
    @abstractmethod
    def forward(self, x): ...

    @property
    def device(self):
        return next(self.parameters()).device

    def num_params(self, only_trainable: bool = False) -> int:
        return sum(p.numel() for p in self.parameters() if p.requires_grad or not only_trainable)


@register("mlp")
class Mlp(Base):
    def __init__(self, dims: Sequence[int], act: str | Callable = "relu", dropout: float | None = None):
        super().__init__()
        act = getattr(F, act) if isinstance(act, str) else act
        self.act = act
        self.layers = nn.ModuleList()
        for i in range(len(dims) - 1):
            self.layers.append(nn.Linear(dims[i], dims[i + 1]))
            if dropout:
                self.layers.append(nn.Dropout(dropout))

    def forward(self, x):
        for i, l in enumerate(self.layers):
            x = l(x)
            if i + 1 < len(self.layers):
                x = self.act(x)
        return x


@register("res")
class Res(Mlp):
    def forward(self, x):
        return super().forward(x) + x.mean(dim=-1, keepdim=True)


def registry():
    cfg = json.loads('{"models": [{"type": "mlp", "dims": [4, 6, 2], "act": "gelu"}, {"type": "res", "dims": [4, 3, 2], "act": "elu"}]}')
    args = argparse.ArgumentParser()
    args.add_argument("--lr", type=float, default=0.1)
    args = args.parse_args([])
    out = []
    for m in cfg["models"]:
        m = dict(m)
        net = fill(REG[m.pop("type")](**m)).to(torch.float32)
        opt = optim.SGD(net.parameters(), lr=args.lr)
        x = data(3, 4).to(net.device)
        for _ in range(2):
            loss = net(x).logsumexp(-1).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            out.append(loss.item())
        out += [net.num_params(True)]
        logger.info("done %s", loss)
    return out


# 9 RNN cells by hand, attention over time, truncated bptt, hidden state detach
class LSTMCell(nn.Module):
    def __init__(self, i, h):
        super().__init__()
        self.h = h
        self.ih, self.hh = nn.Linear(i, 4 * h), nn.Linear(h, 4 * h, bias=False)

    def forward(self, x, state=None):
        if state is None:
            state = (x.new_zeros(x.size(0), self.h), x.new_zeros(x.size(0), self.h))
        h, c = state
        i, f, g, o = (self.ih(x) + self.hh(h)).chunk(4, 1)
        c = torch.sigmoid(f + 1) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, (h, c)


def repackage(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage(v) for v in h)


def bptt():
    cell, out_l = fill(LSTMCell(3, 4)), fill(nn.Linear(4, 3))
    params = list(cell.parameters()) + list(out_l.parameters())
    opt = optim.Adagrad(params, lr=0.05)
    seq, state, out = data(2, 12, 3), None, []
    for s in range(0, 12, 4):
        chunk = seq[:, s : s + 4]
        if state is not None:
            state = repackage(state)
        hs = []
        for t in range(chunk.size(1)):
            h, state = cell(chunk[:, t], state)
            hs.append(h)
        H = torch.stack(hs, 1)
        w = F.softmax((H * H[:, -1:]).sum(-1), dim=1)
        ctx = torch.sum(w.unsqueeze(2) * H, dim=1)
        loss = F.mse_loss(out_l(ctx), chunk[:, -1])
        opt.zero_grad()
        loss.backward()
        total = torch.sqrt(sum(p.grad.detach().pow(2).sum() for p in params if p.grad is not None))
        opt.step()
        out += [loss.item(), total.item()]
    return out


# 10 pruning by mask, quantise with straight-through, binarise, checkpointed best weights
class Round(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * (x.abs() <= 1).to(g.dtype)


class QLinear(nn.Linear):
    def __init__(self, *a, bits=4, **k):
        super().__init__(*a, **k)
        self.bits = bits
        self.register_buffer("mask", torch.ones_like(self.weight))

    def prune(self, ratio):
        k = int(self.weight.numel() * ratio)
        thr = self.weight.data.abs().flatten().kthvalue(k)[0]
        self.mask.copy_((self.weight.abs() > thr).float())

    def forward(self, x):
        w = self.weight * self.mask
        s = w.detach().abs().max() / (2 ** (self.bits - 1) - 1)
        wq = Round.apply(w / s) * s
        return F.linear(x, w + (wq - w).detach(), self.bias)


def quant():
    net = fill(nn.Sequential(QLinear(4, 5, bits=3), nn.Hardtanh(), QLinear(5, 2, bias=False)))
    opt = optim.SGD(net.parameters(), lr=0.2)
    out = []
    for i in range(3):
        if i == 1:
            for m in net.modules():
                if isinstance(m, QLinear):
                    m.prune(0.3)
        loss = (net(data(5, 4)) - 0.3).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        out += [loss.item(), sum(float(m.mask.sum()) for m in net if hasattr(m, "mask"))]
    return out


# 12 a registry of what torch itself defines, by the modules that its classes name
def subclasses():
    found = {each.__name__: each for each in optim.Optimizer.__subclasses__() if each.__module__.startswith("torch.optim")}
    losses = {each.__name__ for each in nn.modules.loss._Loss.__subclasses__() if each.__module__.startswith("torch.nn.modules.loss")}
    weight = nn.Parameter(data(3))
    opt = found["SGD"]([weight], lr=0.1)
    weight.square().sum().backward()
    opt.step()
    return ["RMSprop" in found, "Adagrad" in found, "MSELoss" in losses, *weight.tolist()]


# divergences of a library's own classes, which are no distributions of torch's
class Value:
    def __init__(self, value):
        self.value = value


class Exact(Value):
    pass


@torch.distributions.register_kl(Exact, Value)
def _between(p, q):
    return (p.value - q.value).abs().sum()


def divergences():
    return [torch.distributions.kl_divergence(Exact(torch.tensor([1.0, 2.0])), Value(torch.ones(2))).item()]


# a metaclass of a library's modules, behind one that it derives from
class Making(type):
    def __getitem__(cls, base):
        return type("Own" + base.__name__, (base, Own), {})


class Own(nn.Module, metaclass=Making):
    pass


class Messenger(ABC):
    pass


class Both(type(Messenger), type(Own)):
    pass


class Guide(Messenger, Own, metaclass=Both):
    pass


def metaclasses():
    layer = Own[nn.Linear](2, 3)
    return [*layer(torch.ones(1, 2)).shape, float(issubclass(Guide, nn.Module)), float(isinstance(Guide(), Messenger))]


# sparse tensors of lists, with dtypes and without a size
def sparse():
    places, values = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3.0, 4.0, 5.0])
    whole = torch.sparse_coo_tensor(places, values, torch.Size([2, 3]), dtype=values.dtype, device=values.device)
    found = torch.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0]).to_dense()
    return [*torch.sparse.mm(whole, torch.ones(3, 1)).flatten().tolist(), *found.flatten().tolist()]


PROGRAMS = {
    each.__name__: each
    for each in (dann, meters, gan, pinn, ode, flat, loaders, amp, registry, bptt, quant, subclasses, divergences, metaclasses, sparse)
}

"""Programs with modules, functions and indices that are chosen as they run, as people write them for torch."""

import numpy as np
import torch
from torch import nn


def fill(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i)).view_as(p))
    return net


# 1 modules that are tried
class Chain(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList([nn.LSTM(2, 3, batch_first=True), nn.Linear(3, 2), nn.Linear(2, 2)])

    def one(self, part, x):
        try:
            return part(x)
        except RuntimeError:
            return part(x.transpose(-1, -2))

    def forward(self, x):
        for part in self.parts[:2]:
            try:
                x = part(x)
            except Exception:
                x = part(x[0])
        return self.one(self.parts[2], x.transpose(-1, -2))


def tried():
    net, x = fill(Chain()), torch.arange(8.0).reshape(1, 4, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    out = []
    for _ in range(2):
        opt.zero_grad()
        loss = net(x).pow(2).mean()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return [*out, *net.parts[1].weight.flatten().tolist()]


# 2 an operation that is tried
def views():
    w = torch.ones(6, requires_grad=True)
    y = w * 2
    try:
        y = y.view(4, 2)
    except RuntimeError:
        y = y.view(3, 2) * w.view(3, 2)
    y.pow(2).sum().backward()
    return w.grad.tolist()


# 3 columns that are NumPy's arrays, tensors or numbers
class Columns(nn.Module):
    def __init__(self, given):
        super().__init__()
        self.idx, self.ends = given["idx"], given["ends"]
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        x = self.lin(x) * x
        y = x[:, self.idx] * 2
        z = x.clone()
        z[..., self.idx] += 1.0
        z[self.idx] = 0.5
        return [y, z, x[self.idx, self.idx], x[:, self.idx, None], x[: self.ends[0]]]


def picked():
    x, out = torch.arange(9.0).reshape(3, 3), []
    ends = np.array([2, 1])
    for idx in (np.array([0, 2]), np.array([True, False, True]), np.int64(1), torch.tensor([0, 1])):
        net = fill(Columns({"idx": idx, "ends": ends}))
        for each in net(x):
            out += each.flatten().tolist()
    return out + masked([x, np.eye(3)])


def masked(data):
    if isinstance(data[-1], np.ndarray):
        x, mask = data
        return (x * 2)[mask == 1].tolist()
    return None


# 4 a class of parameters that makes its objects by torch's function
class Kept(nn.Parameter):
    def __new__(cls, data, factor, requires_grad=True):
        made = torch.Tensor._make_subclass(cls, data, requires_grad)
        made.factor = factor
        return made


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = Kept(torch.ones(3, 2), 2.0)

    def forward(self, x):
        return x @ self.w * self.w.factor


def kept():
    net = Scaled()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    net(torch.ones(1, 3)).pow(2).sum().backward()
    opt.step()
    return [*net.w.flatten().tolist(), *(p.factor for p in net.parameters())]


# 5 functions that are chosen as the program runs
def chosen():
    x, out = torch.arange(8.0).reshape(2, 4), []
    for real in (False, True):
        freqs = (torch.fft.fftfreq, torch.fft.rfftfreq)[real](8, 2, device=x.device)
        make = torch.fft.rfftfreq if real else torch.fft.fftfreq
        like = torch.zeros_like if real else torch.ones_like
        other = like(make(8, d=0.5, dtype=torch.float64, requires_grad=False), device=x.device)
        read = {"a": torch.tensor, "b": torch.as_tensor}["a" if real else "b"]
        out += [*freqs.tolist(), *other.tolist(), *read([1.0], dtype=torch.float32, device=x.device).tolist()]
    return out


# a class that stands for matrices, and functions that get either
class Lazy:
    def __init__(self, matrix):
        self.matrix = matrix

    def diagonal(self, offset=0, dim1=-2, dim2=-1):
        return self.matrix.diagonal(offset, dim1, dim2) * 2

    def matmul(self, other):
        return self.matrix @ other

    def sum(self, dim=None):
        return self.matrix.sum() * 3

    def transpose(self, a, b):
        return Lazy(self.matrix.transpose(a, b))

    def repeat(self, *sizes):
        return self

    def logdet(self):
        return torch.logdet(self.matrix) + 1

    def to_dense(self):
        return self.matrix

    @property
    def shape(self):
        return self.matrix.shape

    def size(self, dim):
        return self.matrix.size(dim)


def matrix_of(x, lazy):
    matrix = x @ x.t() + torch.eye(3)
    return Lazy(matrix) if lazy else matrix


def measured(c, v):
    numbers = [c.diagonal(dim1=-1, dim2=-2).sum(), c.matmul(v).sum(), c.transpose(-1, -2).matmul(v).sum(), c.sum(), c.logdet()]
    return [
        *(each.item() for each in numbers),
        c.repeat(1, 1).shape[0],
        c.size(0),
        matrix_of(v.reshape(3, 1), False).diagonal().sum().item(),
    ]


def imitated():
    x = torch.arange(9.0).reshape(3, 3) / 5
    return [number for lazy in (True, False) for number in measured(matrix_of(x, lazy), torch.ones(3))]


PROGRAMS = {each.__name__: each for each in (tried, views, picked, kept, chosen, imitated)}

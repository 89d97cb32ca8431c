"""Programs that calculate with doubles and with numbers that float32 does not hold; each gives numbers."""

import math

import numpy as np
import torch
from torch import nn

C = 0.1234567890123


def operators():
    t = torch.linspace(0, 1, 4, dtype=torch.float64)
    return [*(t / 3.7), *(2 * math.pi * t), *(torch.sin(t * 437.6) % 1), *(C - t), *(C**t), *((t + 1) ** C), *(t // 0.3), *(t * -C)]


def comparisons():
    x = torch.tensor(np.array([0.1, 0.2, 0.30000000000000004]))
    return [*(x < 0.3).int(), *(x <= 0.3).int(), *(x == 0.2).int(), *torch.le(x, 0.1).int()]


def functions():
    x = torch.from_numpy(np.linspace(0, 1, 4))
    found = torch.where(x > 0.4, x * C, 0.7), x.masked_fill(x > 0.4, C), torch.clamp(x, 1e-8), x.clamp(0, C), torch.pow(C, x)
    found += torch.add(x, x, alpha=C), x.sub(x, alpha=C), torch.addcmul(x, x, x, value=C), torch.remainder(x * 9, C), x.mul(C)
    return [*torch.cat(found), torch.quantile(x, 0.4), x.sort(descending=True)[0][1] * C, x.max() * C, x.max(0).values * C]


def stores():
    s = torch.zeros(5).double()
    s[1] = C
    s[2:4] = 0.3
    s[s > 0.2] = 0.77
    s -= C
    s.mul_(0.3).add_(0.9)
    return s.tolist()


def gauss(t, mu, eps=1e-7):
    return torch.exp(-((t - mu) ** 2) / (2 * torch.pi)) + eps


class Net(nn.Module):
    def __init__(self, scale=0.7):
        super().__init__()
        self.scale = scale
        self.weight = nn.Parameter(torch.tensor([0.5, 1.5], dtype=torch.float64))

    def forward(self, x):
        return gauss(x * self.weight * self.scale, 0.3)


def numpy_numbers():
    t, a = torch.linspace(0, 1, 4, dtype=torch.float64), np.linspace(0, 1, 7)
    s = t.clone()
    s[1] = a[1]
    return [*(t * a[1]), *(np.sqrt(2.0) * t), *(a[2] - t), *(t < a[2]).int(), *(t ** np.float64(0.3)), *torch.clamp(t, a[1], 1), *s]


def network():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
    optimizer.zero_grad()
    y = net(torch.ones(2, dtype=torch.float64)).sum() * C
    y.backward()
    return [y.item(), *net.weight.grad.tolist()]


def between():
    x, y = torch.ones(2, dtype=torch.float64), torch.zeros(2, dtype=torch.float64)
    found = [*torch.lerp(x, y, C), *x.lerp(y, torch.tensor(C, dtype=torch.float64))]
    z = torch.full((2,), C, dtype=torch.float64)
    z.lerp_(y, 0.3)
    return [*found, *z.tolist()]


class Strided(nn.Module):
    def __init__(self, stride, padding):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3, stride=stride, padding=padding, bias=False)

    def forward(self, x):
        return self.conv(x).pow(2)


def strided_convolutions():
    found = []
    for stride, padding in ((1, (1, 0)), (2, 1), ((3, 1), 0), ((1, 2), (0, 2))):
        net = Strided(stride, padding).double()
        with torch.no_grad():
            net.conv.weight.copy_(torch.sin(torch.arange(36, dtype=torch.float64)).view(2, 2, 3, 3))
        x = torch.cos(torch.arange(196, dtype=torch.float64)).view(2, 2, 7, 7).requires_grad_()
        net(x).sum().backward()
        found += [(g.flatten() ** 2 * torch.arange(1.0, g.numel() + 1)).sum() for g in (x.grad, net.conv.weight.grad)]
    return found


def floats():
    """No doubles: nothing changes."""
    x = torch.linspace(0, 1, 4)
    return [*(x * C), *(x.half() + 0.1), *(torch.arange(4) * 0.1), *(x.double().float() * 0.1)]


_ALL = (operators, comparisons, functions, stores, numpy_numbers, network, between, strided_convolutions, floats)
PROGRAMS = {each.__name__: each for each in _ALL}

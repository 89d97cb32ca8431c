"""Flags, numbers and sizes that were read from tensors, on their way through classes, decorators and helpers."""

import functools
import torch
from torch import nn


def timed(f):
    @functools.wraps(f)
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


class Plain:
    def __init__(self, limit):
        self.limit = limit

    @timed
    def __call__(self, x, flag):
        if flag:  # <- MA301
            return x * 2
        return x


class C(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = Plain(3)

    def forward(self, x, flag):
        if flag:  # <- MA301
            x = x + 1
        return self.p(x, flag)


class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.c = C()

    def forward(self, x, has):
        return self.c(x, flag=has)


class A(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = B()

    def forward(self, x):
        flag = (x > 0).any()
        return self.b(x, flag)


def longest(t):
    return int(t.max())  # <- MA305


class H(nn.Module):
    def forward(self, x, lengths):
        n = longest(lengths)
        y = x[:, :n]  # <- MA206
        return y + torch.zeros(n, 3)  # <- MA215


class Box:
    def __init__(self, h, w):
        self.h = h
        self.w = w

    def grid(self):
        return torch.zeros(self.h, self.w)  # <- MA215


class G(nn.Module):
    def forward(self, x, shapes):
        h, w = shapes.tolist()  # <- MA305
        box = Box(h, w)
        a = box.grid()
        b = torch.arange(h)  # <- MA215
        for hh, ww in shapes.tolist():  # <- MA305
            a = a + torch.ones(hh, ww)  # <- MA215
        return a + b


class K(nn.Module):
    def forward(self, x, n):
        k = int(n.max())  # <- MA305
        return Box(k, k).grid()


class L(nn.Module):
    def forward(self, x, mask):
        for a, b in zip(x.unbind(), torch.unique(mask)):  # <- MA204, MA303
            x = x + b
        for i, j in enumerate(range(int(mask.sum()))):  # <- MA303, MA305
            x = x + i
        if len(torch.nonzero(mask)) > 3:  # <- MA202, MA301
            x = x + 1
        if torch.nonzero(mask).shape[0] == 0:  # <- MA202, MA301
            return x
        idx = mask.tolist()  # <- MA305
        y = x[idx[0] : idx[1]]  # <- MA206
        z = x.norm(2)
        w = torch.norm(x, mask.max().item())  # <- MA305
        u = x.sum((0, int(mask.max())))  # <- MA211, MA305
        if x.dtype == torch.float16 and not torch.isfinite(x).all():  # <- MA301
            x = x.clamp(-1, 1)
        return x, y, z, w, u

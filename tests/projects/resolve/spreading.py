"""Arguments that are spread over parameters."""

import torch
from torch import nn


def build(first, second=nn.Tanh, *rest, last=nn.ELU, **more):
    first()  # -> torch.nn.ReLU likely
    second()  # -> torch.nn.GELU likely
    for layer in rest:
        layer()  # -> torch.nn.SiLU certain
    last()  # -> torch.nn.Mish likely
    more["extra"]()  # -> torch.nn.CELU certain


def known():
    classes = (nn.ReLU, nn.GELU, nn.SiLU)
    build(*classes, last=nn.Mish, extra=nn.CELU)


def pair(left, right):
    left.abs()  # -> torch.Tensor.abs likely
    right.neg()  # -> torch.Tensor.neg likely


def unknown_length(items: list[torch.Tensor]):
    pair(*items)


def by_name(x: torch.Tensor):
    settings = dict(right=x)
    pair(left=x, **settings)


def either(flag: bool, x: torch.Tensor):
    settings = {"act": nn.ReLU} if flag else {}
    make(x, **settings)


def make(x, act=nn.GELU):
    act()(x)  # -> torch.nn.GELU|torch.nn.ReLU likely


def forwarded(*args, **kwargs):
    made(*args, **kwargs)


def made(kind, size=3):
    kind(size)  # -> torch.nn.ReLU6 likely


forwarded(nn.ReLU6, size=4)


class Base(nn.Module):
    def __init__(self, width, act, pool=None):
        super().__init__()
        self.act = act(width)  # -> torch.nn.PReLU|torch.nn.ReLU likely
        self.pool = pool

    def forward(self, x):
        return self.pool(x)


class Derived(Base):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


Derived(8, nn.ReLU, nn.MaxPool2d(2))  # -> torch.nn.MaxPool2d certain
Derived(16, nn.PReLU)

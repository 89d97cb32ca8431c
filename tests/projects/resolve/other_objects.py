"""Objects of other libraries: what they hold and have may be tensors, by names that only tensors have."""
import functools
import operator
from collections import deque

import torch
from otherlib import Bars, Kernel, compute
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return x.size(0)  # -> torch.Tensor.size likely


def batches(loader):
    net = Net()
    for x in Bars(loader):
        net(x)
        x.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely


def attributes():
    kernel = Kernel(2)
    kernel.scale.unsqueeze(-1).log_()  # -> torch.Tensor.unsqueeze likely, torch.Tensor.log_ likely
    kernel.prior.noise.squeeze_(0)  # -> torch.Tensor.squeeze_ likely
    kernel.unsqueeze(-1)
    kernel.sample().unsqueeze(-1)  # -> torch.Tensor.unsqueeze likely
    kernel.width.flatten()
    Kernel.from_spec(2).unsqueeze(-1)
    return compute().masked_fill_(0, 1)  # -> torch.Tensor.masked_fill_ likely


def reduced(several: list[torch.Tensor], names: list[str], layer):
    functools.reduce(operator.add, several).abs()  # -> torch.Tensor.abs certain
    functools.reduce(lambda a, b: a @ b, several).abs()  # -> torch.Tensor.abs likely
    functools.reduce(operator.add, names).split()
    functools.reduce(layer, [1]).unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    return operator.mul(several[0], 2).sum()  # -> torch.Tensor.sum certain


def either(flag, x):
    held = deque() if flag else x
    held.rsqrt_()  # -> torch.Tensor.rsqrt_ likely
    queue = deque()
    queue.rsqrt_()
    other = flag or deque()
    other.clip(0)


def sorted_by_dimension(x):
    x.sort()
    x.sort(key=len)
    return x.sort(dim=1)  # -> torch.Tensor.sort possible


class Rebuilt(nn.Module):
    def __init__(self, layer: nn.Module):
        super().__init__()
        self.other = type(layer)(1)

"""A method without a body of its own is what subclasses make of it: calls pass their arguments there and get those results."""
from abc import ABC, abstractmethod

import torch
from torch import nn


class Base(nn.Module):
    def forward(self, x):
        y = self.step(x, torch.ones(1))  # -> torch.ones certain
        z = self.other(x)
        return y.mean(), z.mean(), self.hook(y).sum()  # -> torch.Tensor.mean likely, torch.Tensor.mean likely, torch.Tensor.sum likely

    def step(self, x, scale):
        raise NotImplementedError

    @abstractmethod
    def other(self, x):
        pass

    def hook(self, x):
        return x


class One(Base):
    def step(self, x, scale):
        return x.view(1, -1) * scale.mean()  # -> torch.Tensor.view likely, torch.Tensor.mean likely

    def other(self, x):
        return torch.relu(x)  # -> torch.relu certain


class Two(Base):
    def step(self, x, scale):
        return x + scale.sum()  # -> torch.Tensor.sum likely

    def hook(self, x):
        return x.round()  # -> torch.Tensor.round possible


class Shape(ABC):
    @property
    def size(self):
        raise NotImplementedError

    def area(self):
        return self.size.prod()  # -> torch.Tensor.prod likely


class Square(Shape):
    @property
    def size(self):
        return torch.ones(2)  # -> torch.ones certain


def unknown(shape: ABC):
    raise NotImplementedError


def use():
    return unknown(None).unsqueeze(0)  # -> torch.Tensor.unsqueeze likely

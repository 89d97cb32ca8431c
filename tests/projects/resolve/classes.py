"""Inheritance in the project, properties, class attributes, what subclasses set."""
import torch
from torch import nn


class Base(nn.Module):
    layer_class = nn.Linear

    def run(self, x: torch.Tensor):
        return self.layer(x).exp()  # -> torch.Tensor.exp likely

    @property
    def weight_sum(self):
        return self.layer.weight.sum()  # -> torch.Tensor.sum likely


class Derived(Base):
    def __init__(self):
        super().__init__()
        self.layer = self.layer_class(2, 2)  # -> torch.nn.Linear certain

    def forward(self, x):
        y = self.run(x)
        self.weight_sum.item()  # -> torch.Tensor.item likely
        return y.log()  # -> torch.Tensor.log likely


class Loop(nn.Module):
    norm = None

    def __init__(self):
        super().__init__()
        self.add_module("norm", nn.BatchNorm1d(2))  # -> torch.nn.BatchNorm1d certain, torch.nn.Module.add_module certain

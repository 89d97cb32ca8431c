"""Properties with setters, and a deleter after them."""
import torch
from torch import nn


class Kernel(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw = nn.Parameter(torch.zeros(1))  # -> torch.zeros certain, torch.nn.Parameter certain

    @property
    def variance(self):
        return self.raw.exp()  # -> torch.Tensor.exp certain

    @variance.setter
    def variance(self, value):
        self.raw.data.fill_(value)  # -> torch.Tensor.fill_ certain

    @variance.deleter
    def variance(self):
        del self.raw

    def forward(self, x):
        return x * self.variance.sqrt()  # -> torch.Tensor.sqrt certain

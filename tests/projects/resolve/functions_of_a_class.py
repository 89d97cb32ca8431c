"""Functions in a class that are called through it alone have no receiver; methods that are called so have one."""

import torch
from torch import nn


class Attention(nn.Module):
    def forward(self, q, k):
        weights = torch.bmm(q, k)  # -> torch.bmm certain
        weights = Attention.masked(weights, 2)
        return Attention.scaled(self, weights.abs())  # -> torch.Tensor.abs likely

    def masked(weights, n: int):
        return weights.tril(n)  # -> torch.Tensor.tril likely

    def scaled(self, weights):
        return weights.sqrt()  # -> torch.Tensor.sqrt likely

    def alone(this):
        return this.parameters()  # -> torch.nn.Module.parameters certain

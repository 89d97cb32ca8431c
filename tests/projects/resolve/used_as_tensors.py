"""What is passed, assumed or unknown makes a name likely at most, however it is used; a name that arrays share needs such use to be possible."""
import torch
from engine import run
from torch import nn


class Block(nn.Module):
    def forward(self, x, y, z):
        rows = x.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
        rows.mean()  # -> torch.Tensor.mean likely
        (x * 2).sum()  # -> torch.Tensor.sum likely
        (-x[0]).max()  # -> torch.Tensor.max likely
        y.mean()  # -> torch.Tensor.mean likely
        return torch.sqrt(z).add(z.std())  # -> torch.sqrt certain, torch.Tensor.std likely, torch.Tensor.add certain


def once(x, y):
    x.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    x.mean()  # -> torch.Tensor.mean possible
    y.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    y.masked_fill(x, 0)  # -> torch.Tensor.masked_fill likely
    y.mean()  # -> torch.Tensor.mean possible


def made_elsewhere(state):
    result = run(state)
    result.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    result.mean()  # -> torch.Tensor.mean possible
    other = run.Runner(state)
    other.unsqueeze(0)
    shared = run(torch.ones(1))  # -> torch.ones certain
    shared.values()
    return other, shared


class Totals(nn.Module):
    def __init__(self):
        super().__init__()
        self.start("total", torch.zeros(1))  # -> torch.zeros certain

    def start(self, name, value):
        setattr(self, name, value)

    def update(self, count):
        self.total += count

    def result(self):
        return self.total.neg(), self.total.item()  # -> torch.Tensor.neg likely, torch.Tensor.item possible


def run_any(model, x):
    return model.forward(x), nn.Module.forward


class Step(nn.Module):
    def forward(self, x, flag):
        if flag:
            x = run(x)
        x.neg_()  # -> torch.Tensor.neg_ likely
        return x.add(x, alpha=2)  # -> torch.Tensor.add likely

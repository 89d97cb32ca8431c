"""What an attribute gives need not be what was stored: `__setattr__`, `register_parameter` with keywords."""
import torch
from torch import nn


class Param:
    def __init__(self, value):
        self.value = value


class Model(nn.Module):
    def __setattr__(self, name, value):
        if isinstance(value, Param):
            value = nn.Parameter(value.value)  # -> torch.nn.Parameter certain
        super().__setattr__(name, value)


class Scaled(Model):
    def __init__(self):
        super().__init__()
        self.scale = Param(torch.ones(1))  # -> torch.ones certain
        self.known = torch.ones(1)  # -> torch.ones certain

    def forward(self, x):
        self.known.abs()  # -> torch.Tensor.abs certain
        return self.scale.unsqueeze(-1)  # -> torch.Tensor.unsqueeze likely


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter(name="weight", param=nn.Parameter(torch.ones(1)))  # -> torch.ones certain, torch.nn.Parameter certain, torch.nn.Module.register_parameter certain
        self.register_buffer("mask", tensor=torch.ones(1), persistent=False)  # -> torch.ones certain, torch.nn.Module.register_buffer certain
        self.register_buffer("nothing", persistent=False)  # -> torch.nn.Module.register_buffer certain

    def total(self):
        return self.weight.abs(), self.mask.abs()  # -> torch.Tensor.abs certain, torch.Tensor.abs certain


class Stages(nn.Module):
    """Parts under computed names, set in a loop."""

    def __init__(self, count):
        super().__init__()
        for i in range(count):
            setattr(self, f"embed{i + 1}", nn.Conv2d(3, 4, 2))  # -> torch.nn.Conv2d certain
            setattr(self, "block%d" % i, nn.ModuleList([nn.Linear(4, 4)]))  # -> torch.nn.Linear certain, torch.nn.ModuleList certain
            self.add_module("norm" + str(i), nn.LayerNorm(4))  # -> torch.nn.LayerNorm certain, torch.nn.Module.add_module certain
            self.scale = torch.ones(1)  # -> torch.ones certain
        setattr(self, "shift", torch.zeros(1))  # -> torch.zeros certain

    def forward(self, x):
        for i in range(2):
            embed = getattr(self, f"embed{i + 1}")
            x = embed(x)
            x = x.flatten(2).transpose(1, 2)  # -> torch.Tensor.flatten likely, torch.Tensor.transpose likely
            for block in getattr(self, "block%d" % i):
                x = block(x).tanh()  # -> torch.Tensor.tanh likely
        return x, self.scale.abs(), self.shift.abs()  # -> torch.Tensor.abs certain, torch.Tensor.abs certain

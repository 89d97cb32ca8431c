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

"""Containers that grow, by every way of growing."""
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = []
        self.named = {}
        for i in range(depth):
            self.layers.append(nn.Linear(1, 1))  # -> torch.nn.Linear certain
            self.named[f"l{i}"] = nn.GELU()  # -> torch.nn.GELU certain
            setattr(self, f"layer{i}", nn.ReLU())  # -> torch.nn.ReLU certain
        modules = nn.ModuleDict({"a": nn.Tanh()})  # -> torch.nn.Tanh certain, torch.nn.ModuleDict certain
        modules["b"] = nn.Tanh()  # -> torch.nn.Tanh certain
        self.modules_by_name = modules
        pair = []
        pair += [nn.SiLU()]  # -> torch.nn.SiLU certain
        pair.extend([nn.SiLU()])  # -> torch.nn.SiLU certain
        pair.insert(0, nn.SiLU())  # -> torch.nn.SiLU certain
        self.pair = nn.Sequential(*pair)  # -> torch.nn.Sequential certain
        for name, module in self.named_children():  # -> torch.nn.Module.named_children certain
            module.eval()  # -> torch.nn.Module.eval certain

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        x.exp()  # -> torch.Tensor.exp likely
        return self.pair(x).log()  # -> torch.Tensor.log certain

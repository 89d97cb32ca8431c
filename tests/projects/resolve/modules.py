"""The module call protocol: calling an object of a class runs its forward."""
from collections import OrderedDict

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, dim: int, act_layer=nn.ReLU):
        super().__init__()
        self.conv = nn.Conv2d(dim, dim, 3)  # -> torch.nn.Conv2d certain
        self.norm = nn.LayerNorm(dim)  # -> torch.nn.LayerNorm certain
        self.act = act_layer()  # -> torch.nn.ReLU likely
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range(2)])  # -> torch.nn.Linear certain, torch.nn.ModuleList certain
        self.head = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())  # -> torch.nn.Linear certain, torch.nn.ReLU certain, torch.nn.Sequential certain
        self.rnn = nn.LSTM(dim, dim)  # -> torch.nn.LSTM certain
        self.register_buffer("scale", torch.ones(1))  # -> torch.ones certain, torch.nn.Module.register_buffer certain

    def forward(self, x):
        x.flatten(1)  # -> torch.Tensor.flatten likely
        x = self.norm(self.conv(x))
        x.flatten(1)  # -> torch.Tensor.flatten certain
        for layer in self.layers:
            x = layer(x).relu()  # -> torch.Tensor.relu certain
        out, _ = self.rnn(self.head(x))
        out.mean()  # -> torch.Tensor.mean certain
        self.scale.mean()  # -> torch.Tensor.mean certain
        return out


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block(8)

    def forward(self, x):
        y = self.block(x)
        return y.softmax(-1)  # -> torch.Tensor.softmax certain


net = Net()
net.eval()  # -> torch.nn.Module.eval certain
net(torch.rand(2)).argmax()  # -> torch.rand certain, torch.Tensor.argmax certain


named = nn.Sequential(OrderedDict([("first", nn.Linear(2, 2)), ("last", nn.ReLU())]))  # -> torch.nn.Linear certain, torch.nn.ReLU certain, torch.nn.Sequential certain
named.first.weight.abs()  # -> torch.Tensor.abs certain
named.first.eval()  # -> torch.nn.Module.eval certain
named.last(torch.rand(2)).exp()  # -> torch.rand certain, torch.Tensor.exp likely

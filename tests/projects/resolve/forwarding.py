"""Keyword arguments that belong to a class stay with it."""
from torch import nn


class Small(nn.Module):
    def __init__(self, width=4, act=nn.ReLU):
        super().__init__()
        self.act = act()  # -> torch.nn.Tanh likely


class Large(nn.Module):
    def __init__(self, width=4, act=nn.ReLU):
        super().__init__()
        self.act = act()  # -> torch.nn.GELU|torch.nn.ReLU likely


def build(cls, **kwargs):
    return cls(**kwargs)


def small(**kwargs):
    return build(Small, **dict(kwargs, act=nn.Tanh))


def large(**kwargs):
    return build(Large, **kwargs)


small()
large(act=nn.GELU)
large(width=8)
positions = (8, nn.GELU)
Large(*positions)

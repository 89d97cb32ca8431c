"""A decorator with or without brackets: what a call leaves out is not what other calls pass."""
import torch
from torch import nn


def known(made, name):
    return made


def register(made=None, *, name=None):
    def wrap(made):
        return known(made, name) if name else made

    if made:
        return wrap(made)
    return wrap


@register
class First(nn.Module):
    pass


@register(name="second")
class Second(nn.Module):
    pass


act = register(name="act")(nn.ReLU)
act()  # -> torch.nn.ReLU certain
pool = register(nn.MaxPool2d)
pool(2)  # -> torch.nn.MaxPool2d likely


class Keeper:
    @register(name="method")
    def kept(self, x: torch.Tensor):
        return x.abs()  # -> torch.Tensor.abs certain

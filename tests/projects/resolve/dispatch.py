"""Dispatch dictionaries, and functions that choose by what they get."""
import torch
from torch import nn

ACTIVATIONS = {"relu": nn.ReLU, "gelu": nn.GELU}


def activation(name):
    if not isinstance(name, str):
        return name
    return ACTIVATIONS[name.lower()]


ACTIVATIONS["relu"]()  # -> torch.nn.ReLU certain
activation("GELU")()  # -> torch.nn.GELU certain
activation(nn.Tanh)()  # -> torch.nn.Tanh certain


def any_of(name):
    return ACTIVATIONS[name]()  # -> torch.nn.GELU|torch.nn.ReLU likely


print(torch)


class Own1(nn.Module): pass
class Own2(nn.Module): pass
class Own3(nn.Module): pass
class Own4(nn.Module): pass


def outnumbered(layer=nn.Tanh, other=None):
    other()
    return layer()  # -> torch.nn.Tanh likely


for each in (Own1, Own2, Own3, Own4):
    outnumbered(each, each)
outnumbered(other=nn.Tanh)

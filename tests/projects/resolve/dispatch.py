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

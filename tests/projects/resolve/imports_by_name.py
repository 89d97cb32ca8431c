"""A module is imported by its name, in a call."""
import importlib
from importlib import import_module


class Backend:
    def __init__(self, name):
        self.module = importlib.import_module("torch")
        self.any = import_module(name)

    def clip(self, array):
        clipped = self.module.clamp(array, 0, 1)  # -> torch.clamp certain
        return clipped.detach() + self.any.sum(array)  # -> torch.Tensor.detach certain


def functional(x):
    return import_module("torch.nn.functional").relu(x)  # -> torch.nn.functional.relu certain

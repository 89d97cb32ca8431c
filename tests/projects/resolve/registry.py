"""A registry filled by a decorator, read later."""
import torch

_LOSSES = {}


def register(function):
    _LOSSES[function.__name__] = function
    return function


@register
def squared(x: torch.Tensor):
    return x.square()  # -> torch.Tensor.square certain


@register
def absolute(x: torch.Tensor):
    return x.abs()  # -> torch.Tensor.abs certain


def loss(name, x):
    return _LOSSES[name](x).mean()  # -> torch.Tensor.mean likely

"""Closures, generators, decorators that keep a function, map, checkpoint."""
import functools

import torch
from torch.utils.checkpoint import checkpoint


@functools.lru_cache
def table():
    return torch.arange(4)  # -> torch.arange certain


def outer(x: torch.Tensor):
    def inner():
        return x.sin()  # -> torch.Tensor.sin certain

    return inner().cos()  # -> torch.Tensor.cos certain


def pieces(x: torch.Tensor):
    yield from x.chunk(2)  # -> torch.Tensor.chunk certain


@torch.no_grad()  # -> torch.no_grad certain
def run(x: torch.Tensor):
    table().float()  # -> torch.Tensor.float certain
    for piece in pieces(x):
        piece.tan()  # -> torch.Tensor.tan certain
    a, b = map(lambda t: t.exp(), (x, x))  # -> torch.Tensor.exp likely
    with torch.autocast("cpu"):  # -> torch.autocast certain
        y = checkpoint(outer, x)  # -> torch.utils.checkpoint.checkpoint certain
    return y.log()  # -> torch.Tensor.log certain

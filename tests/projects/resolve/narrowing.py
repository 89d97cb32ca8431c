"""Tests tell what a value is in their branches."""
import functools
import types
from collections.abc import Callable, Mapping

import torch
from torch import nn


class Own:
    def run(self):
        return 1


def narrow(a, b, c, d, e, f):
    if isinstance(a, (list, tuple)):
        a[0]
    elif isinstance(a, dict):
        a.get("x")
    elif isinstance(a, nn.Linear):
        a.weight.exp()  # -> torch.Tensor.exp certain
    if not isinstance(b, torch.Tensor):
        return
    b.exp()  # -> torch.Tensor.exp certain
    if torch.is_tensor(c):  # -> torch.is_tensor certain
        c.exp()  # -> torch.Tensor.exp certain
    if isinstance(d, Own):
        d.run()
    if isinstance(e, (functools.partial, types.FunctionType, Callable, Mapping)):
        e()
    if f == "relu" or f in ("gelu", "silu"):
        f.upper()
    assert isinstance(f, int)
    f.bit_length()
    if callable(e) and e is not None:
        e()


def choose(kind):
    if kind is None:
        return None
    if isinstance(kind, type):
        return kind
    if isinstance(kind, functools.partial):
        return kind.func
    if kind in ("relu",):
        return nn.ReLU
    if kind.__name__ == "x":
        return nn.GELU
    return kind


choose(nn.Tanh)()  # -> torch.nn.GELU|torch.nn.ReLU|torch.nn.Tanh likely
choose(Own)

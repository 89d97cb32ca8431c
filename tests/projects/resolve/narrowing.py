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


class Attributes:
    def after_a_guard(self):
        if not isinstance(self.total, torch.Tensor):
            raise TypeError("no tensor")
        for _ in range(3):
            self.total.exp()
        return self.total.exp()  # -> torch.Tensor.exp possible

    def around_branches(self, flag):
        assert isinstance(self.total, torch.Tensor) and flag
        if flag > 1:
            flag = 1
        return self.total.exp()  # -> torch.Tensor.exp certain

    def until_stored(self, other):
        if isinstance(self.total, torch.Tensor):
            self.total.exp()  # -> torch.Tensor.exp certain
            self.total = other
            self.total.exp()
        self.total.exp()

    def in_an_expression(self):
        return isinstance(self.total, torch.Tensor) and self.total.exp()  # -> torch.Tensor.exp certain

    def not_by_what_is_excluded(self):
        if not isinstance(self.total, torch.Tensor):
            self.fill()
            self.total.exp()

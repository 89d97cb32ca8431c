#!/usr/bin/env python
# -*- coding: utf-8 -*-
"""Every statement of Python, some with torch in them."""

from __future__ import annotations

import os.path as p, sys
from typing import TYPE_CHECKING, Optional
from . import sibling
from ..package.module import (name as alias, other,)
from torch.nn import *
import torch, torch.nn as nn
import torch.nn.functional as F

if TYPE_CHECKING:
    from torch import Tensor
try:
    import apex
except ImportError:
    apex = None
except (OSError, ValueError) as error:
    raise RuntimeError("no") from error
else:
    pass
finally:
    del sys

x: torch.Tensor
y: "Optional[Tensor]" = None
a = b, *c = [1, 2, 3]
(a, [b, (c, *_)]), d.e, f[0], g[1:2, ...] = h
x += 1; x @= y; x **= 2; x //= 3; x >>= 1; x <<= 1; x ^= y; x |= y; x &= y; x %= 4; x -= 5; x *= 6; x /= 7
global z


@torch.no_grad()
@torch.jit.script
def function(one, /, two: int = 1, *three: str, four, five: nn.Module = nn.ReLU, **six: Tensor) -> tuple[Tensor, ...]:
    """A docstring."""
    nonlocal_here = 1

    def inner():
        nonlocal nonlocal_here
        global z
        nonlocal_here += 1
        return

    async def coroutine(*, key):
        async with one as first, two() as (second, third):
            await first
        async for each in aiter():
            yield each
        else:
            return

    yield inner
    sent = yield
    yield from three
    assert one.sum() > 0, f"{one}"
    return one, *three


class Empty: ...


class Net(nn.Module, Base[int], metaclass=Meta, key=1):
    __slots__ = ("a",)
    shared: int = 3
    conv = nn.Conv2d

    def __init__(self, k, norm_layer=nn.BatchNorm2d, **kwargs):
        super().__init__(**kwargs)
        super(Net, self).__init__()
        self.k, self.norm = k, norm_layer(8)
        self.layers = nn.ModuleList([nn.Linear(k, k) for _ in range(3)])
        self.act = {"relu": nn.ReLU, "gelu": getattr(nn, "GELU")}[k]()
        self.register_buffer("steps", torch.arange(k), persistent=False)

    @property
    def width(self):
        return self.layers[0].in_features

    @staticmethod
    def helper(x): return x.view(-1)

    @classmethod
    def build(cls, *args): return cls(*args)

    def forward(self, x, mask=None):
        for i, layer in enumerate(self.layers):
            x = layer(x)
            if i == 2: break
            elif i > 3: continue
            else: pass
        else:
            x = -x
        while x.max() > 1:
            x = x / 2
        else:
            x = x + 1
        with torch.autocast("cuda"), torch.no_grad() as _, open(p.join("a")) as file:
            x = self.norm(x)
        with (
            open("a") as one,
            open("b"),
        ):
            pass
        match x.shape:
            case [b, c, *rest] if b > 1:
                x = x.view(b, -1)
            case (1 | 2 as n, nn.Linear(in_features=k, out_features=3), {"key": value, **more}):
                x = x.reshape(n)
            case None | True | "text" | -1.5 + 2j | torch.float32:
                return None
            case str() | [] | {}:
                return self.helper(x)
            case _:
                raise
        try:
            x.backward()
        except* ValueError as group:
            group.exceptions
        except* (TypeError, OSError):
            pass
        del x[0], self.k, (a, b)
        if mask is not None and x[mask].sum().item() > 0: return x
        return self.act(x)


if __name__ == "__main__":
    model = Net(3).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in torch.utils.data.DataLoader([], batch_size=2):
        optimizer.zero_grad()
        F.cross_entropy(model(batch), batch).backward()
        optimizer.step()
    torch.save(model.state_dict(), "model.pt")

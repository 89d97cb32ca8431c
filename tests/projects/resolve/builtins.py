"""Built-in functions and containers keep what they hold."""
import collections
import copy
import functools
import itertools
import math

import torch


def builtin(xs: list[torch.Tensor], table: dict[str, torch.Tensor], x: torch.Tensor):
    for i, item in enumerate(xs):
        item.abs()  # -> torch.Tensor.abs certain
        i.bit_length()
    for a, b in zip(xs, reversed(xs)):
        a.abs().add(b.neg())  # -> torch.Tensor.abs certain, torch.Tensor.neg certain, torch.Tensor.add certain
    sorted(xs)[0].exp()  # -> torch.Tensor.exp certain
    tuple(xs)[1:][0].exp()  # -> torch.Tensor.exp certain
    list(table)[0].upper()
    dict(table, other=x)["other"].log()  # -> torch.Tensor.log certain
    dict(one=x)["one"].log()  # -> torch.Tensor.log certain
    max(xs[0], xs[1]).sin()  # -> torch.Tensor.sin certain
    sum(xs).sin()  # -> torch.Tensor.sin certain
    next(iter(xs)).sin()  # -> torch.Tensor.sin certain
    copy.deepcopy(x).sin()  # -> torch.Tensor.sin certain
    collections.OrderedDict(a=x)["a"].cos()  # -> torch.Tensor.cos certain
    itertools.chain(xs, xs).__next__
    for y in itertools.chain(xs, xs):
        y.cos()  # -> torch.Tensor.cos certain
    for (y, n) in itertools.product(xs, range(3)):
        y.cos()  # -> torch.Tensor.cos certain
        n.bit_length()
    for y in itertools.repeat(x, 3):
        y.tan()  # -> torch.Tensor.tan certain
    for y in filter(None, xs):
        y.tan()  # -> torch.Tensor.tan certain
    table.get("x", x).exp()  # -> torch.Tensor.exp certain
    table.pop("x").exp()  # -> torch.Tensor.exp certain
    table.setdefault("y", x).exp()  # -> torch.Tensor.exp certain
    for value in table.values():
        value.exp()  # -> torch.Tensor.exp certain
    for key in table.keys():
        key.upper()
    xs.pop().exp()  # -> torch.Tensor.exp certain
    xs.copy()[0].exp()  # -> torch.Tensor.exp certain
    type(x)
    abs(x).exp()  # -> torch.Tensor.exp certain
    round(math.sqrt(2.0), 2).hex()
    len(xs).bit_length()
    str(x).split()
    "a b".replace(" ", "").upper()
    getattr(x, "exp")()  # -> torch.Tensor.exp certain
    vars(x)
    functools.reduce(torch.add, xs)
    {k: v for k, v in table.items()}["a"].neg()  # -> torch.Tensor.neg certain
    {y.neg() for y in xs}  # -> torch.Tensor.neg certain
    (x, 1)[0].neg()  # -> torch.Tensor.neg certain
    [x, x][-1].neg()  # -> torch.Tensor.neg certain
    list([x])[0].neg()  # -> torch.Tensor.neg certain

"""What a graph leaves to Python and knows no gradient of (MA465)."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from hazard_helpers import audit_all

HEAD = """
import copy
import itertools
import operator
from collections import namedtuple
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace

import torch
from torch import nn

Pair = namedtuple("Pair", "a b")
LOG = partial(print, flush=True)


@dataclass
class Output:
    last: torch.Tensor


class Solver:
    def __init__(self, field):
        self.field = field


SOLVERS = {"euler": Solver, "midpoint": Solver}


def kept(w):
    return lambda p: p * w


def scaled(w):
    def at(p):
        return p * w

    return at


class Failed(Exception):
    pass


class Net(nn.Module):
    def __init__(self, act=partial(torch.sum, dim=1)):
        super().__init__()
        self.act = act
        self.kept = kept(2)
        self.ps = nn.ParameterList([nn.Parameter(torch.ones(2))])
        self.more = nn.ParameterList()
        self.more.append(nn.Parameter(torch.ones(2)))
        self.pd = nn.ParameterDict({"a": nn.Parameter(torch.ones(2))})
        LOG("made")

    def pair(self, x):
        return Pair(x, x)

    def forward(self, x: torch.Tensor, y):
"""

LOST = [
    "return x * self.ps[0]  # <-",
    "for p in self.ps:  # <-\n    x = x * p\nreturn x",
    "for p in self.more:  # <-\n    x = x * p\nreturn x",
    'return x * self.pd["a"]  # <-',
    "for name, p in self.pd.items():  # <-\n    x = x * p\nreturn x",
    "found = [x]\nfound.extend(y)  # <-\nreturn found",
    "found = [x]\nfor part in y:\n    found.insert(0, part)  # <-\nreturn found",
    "found = [x]\nmore = found.copy()  # <-\nreturn more",
    "half, rest = divmod(x.shape[0], 2)  # <-\nreturn x * half",
    "for part in itertools.islice(y, 2):  # <-\n    x = x + part\nreturn x",
    "for part, k in zip(y, itertools.repeat(2)):  # <-\n    x = x + part * k\nreturn x",
    "kept = copy.deepcopy(x)  # <-\nreturn kept",
    "state = SimpleNamespace(h=x)  # <-\nreturn state.h",
    "return Output(last=x).last  # <-",
    "return Pair(x, y).a  # <-",
    "return Solver(lambda p: p * 2).field(x)  # <-",
    "return Solver(scaled(2)).field(x)  # <-",
    'return SOLVERS["euler"](scaled(x)).field(x)  # <-',
]
KEPT = [
    "return x * self.pd.a * len(self.ps.held)",
    "return x * isinstance(self.ps, nn.ParameterList)",
    "found = [x]\nfound.append(y)\nreturn found",
    "found = [x]\nfound += [y]\nreturn found[::-1]",
    "half, rest = divmod(7, 2)\nreturn x * half",
    "for a, b in itertools.product((1, 2), (3, 4)):\n    x = x * a + b\nreturn x",
    "state = SimpleNamespace(steps=3)\nreturn x * state.steps",
    "if x.ndim > 3:\n    raise Failed(x)\nreturn x",
    "return self.pair(x).a",
    "values, indices = x.topk(2)\nreturn values",
    "total = partial(torch.sum, dim=1)\nreturn total(x)",
    "return x * Pair(2, 3).a",
    "return Solver(torch.relu).field(x)",
    "return Solver(self.kept).field(x)",
    "return Solver(self.pair).field(x).a",
]
ELSEWHERE = """
from shared import total
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        return total(x)
"""


def told(body: str) -> list[str]:
    """The lines of a body with the hazard."""
    text = HEAD + indent(body, " " * 8) + "\n"
    found = [
        text.splitlines()[text[: each.span[0]].count("\n")]
        for each in audit_all({"code.py": text})["code.py"].found
        if each.code == "MA465"
    ]
    return [line.strip() for line in found if line not in HEAD]


@pytest.mark.parametrize("body", LOST)
def test_what_loses_the_gradient_is_reported(body: str) -> None:
    assert told(body) == [line.strip() for line in body.split("\n") if "# <-" in line]


@pytest.mark.parametrize("body", KEPT)
def test_what_graphs_compile_and_what_holds_settings_is_left_alone(body: str) -> None:
    assert told(body) == []


def test_a_partial_object_is_told_where_it_is_made_or_else_where_it_is_called() -> None:
    made = HEAD + "        return self.act(x)\n"
    (hazard,) = [each for each in audit_all({"code.py": made})["code.py"].found if each.code == "MA465"]
    assert made[slice(*hazard.span)] == "partial(torch.sum, dim=1)"
    shared = dedent("""
        from functools import partial

        import torch

        total = partial(torch.sum, dim=1)
    """)
    found = audit_all({"shared.py": shared, "code.py": ELSEWHERE})
    assert [ELSEWHERE[slice(*each.span)] for each in found["code.py"].found] == ["total(x)"]
    assert found["shared.py"].found == ()

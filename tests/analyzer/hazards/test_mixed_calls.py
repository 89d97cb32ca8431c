"""Calls of local functions and partial objects, of which a graph forgets the constants."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from hazard_helpers import audit

HEAD = """from functools import partial

import torch
from torch import nn


def scaled(x, scale=1.0, *, shift=0.0):
    return x * scale + shift


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)

    def method(self, x, scale=1.0):
        return self.layer(x) * scale

    def forward(self, x, other):
        def local(y, scale=1.0, causal=True):
            return self.layer(y) * scale if causal else y

        def only(y, *, scale):
            return self.layer(y) * scale

        def own(y, scale=1.0):
            return y * scale

        short = lambda y, dim=0: y.sum(dim)
"""

CALLS = {
    "local(x, scale=2.0), local(x, scale=3.0)": ["local(x, 2.0)", "local(x, 3.0)"],
    "local(x, causal=False), local(y=x, scale=3.0)": ["local(x, 1.0, False)", "local(x, 3.0)"],
    "short(x, dim=0), short(x, dim=1)": ["short(x, 0)", "short(x, 1)"],
    "[local(x, scale=k) for k in range(2)]": ["local(x, k)"],
    "only(x, scale=1.0), only(x, scale=2.0)": ["", ""],
    "local(x, **dict(causal=True)), local(x, scale=2.0), local(x, scale=2.0)": [],
    "local(x, 2.0), local(x, 3.0), local(x, scale=4.0), local(x)": [],
    "local(x, scale=x), local(x, scale=other)": [],
    "own(x, scale=2.0), own(x, scale=3.0)": [],
    "scaled(x, scale=2.0), scaled(x, scale=3.0), self.method(x, scale=2.0), self.method(x, scale=3.0)": [],
    "partial(scaled, scale=2.0)(x), partial(scaled, scale=3.0)(x)": ["scaled(x, scale=2.0)", "scaled(x, scale=3.0)"],
    "partial(scaled, scale=2.0)(x), partial(scaled, scale=2.0)(other)": [],
    "partial(scaled, scale=2.0)(x), partial(self.method, scale=3.0)(other)": [],
    "partial(self.layer, input=x)(), partial(self.layer, input=2)()": [],
    "[partial(scaled, scale=k) for k in (1, 2)]": [""],
    "list(map(partial(scaled, scale=2.0), [x])), partial(scaled, scale=3.0)(x)": ["scaled(x, scale=3.0)"],
    "self.apply(partial(scaled, scale=2.0)), partial(scaled, scale=3.0)(x)": ["", "scaled(x, scale=3.0)"],
    "partial(scaled, scale=self.make(x))(x), partial(scaled, scale=3.0)(x)": ["", "scaled(x, scale=3.0)"],
    "partial(torch.sum, dim=0)(x), partial(torch.sum, dim=1)(x)": ["", ""],
}


def mended(body: str, code: str = "MA482") -> list[str]:
    """The code that is written for each hit."""
    found = sorted((each for each in audit(HEAD + indent(dedent(body), " " * 8)).found if each.code == code), key=lambda each: each.span)
    return [each.mitigation.code if each.mitigation else "" for each in found]


@pytest.mark.parametrize("calls", CALLS)
def test_calls_that_a_graph_takes_for_one_are_told(calls: str) -> None:
    assert mended(f"return {calls}\n") == CALLS[calls]


NAMED = {
    "make = partial(scaled, shift=other)\nreturn make(x, scale=2.0), make(x, 3.0), make(x, shift=x)\n": [
        "scaled(x, shift=other, scale=2.0)",
        "scaled(x, 3.0, shift=other)",
        "scaled(x, shift=x)",
    ],
    "one, two = partial(scaled, scale=2.0), partial(scaled, x, 3.0)\nreturn one(x), two(shift=1)\n": [
        "scaled(x, scale=2.0)",
        "scaled(x, 3.0, shift=1)",
    ],
    "make = partial(scaled, scale=2.0)\nreturn make(x), make(other), scaled(x)\n": ["scaled(x, scale=2.0)", "scaled(other, scale=2.0)"],
    "make = partial(scaled, scale=2.0)\nreturn make(x), make(other)\n": [],
    "make = partial(scaled, shift=other)\nreturn make(x), make(x[:1])\n": ["scaled(x, shift=other)", "scaled(x[:1], shift=other)"],
    "make = partial(scaled, x)\nreturn make(3), make(2)\n": ["scaled(x, 3)", "scaled(x, 2)"],
    "make = partial(scaled, x)\nreturn make(other), make(x)\n": [],
    "make = partial(torch.sum, dim=self.dims)\nreturn make(other), make(x)\n": [],
    "make = partial(torch.add, other=x)\nreturn make(other), make(x)\n": ["", ""],
    "make = partial(scaled, shift=x)\nx = x + 1\nreturn make(x, 2), make(x, 3)\n": ["", ""],
    "for k in range(3):\n    make = partial(scaled, scale=k)\n    x = make(x)\nreturn x\n": ["scaled(x, scale=k)"],
    "for k in range(3):\n    make = partial(scaled, scale=k)\nreturn make(x)\n": [""],
    "make = partial(scaled, scale=2)\nmake = partial(scaled, scale=3)\nreturn make(x), make(other)\n": [],
    "if self.training:\n    make = partial(scaled, x)\n    return map(make, [2, 3])\n"
    "make = partial(self.method, x=x)\nreturn make(scale=2), make(scale=3)\n": ["self.method(x=x, scale=2)", "self.method(x=x, scale=3)"],
    "make = partial(scaled, scale=2)\nif self.training:\n    make = partial(scaled, scale=3)\nreturn make(x)\n": ["", ""],
}


@pytest.mark.parametrize("body", NAMED)
def test_partial_objects_with_a_name_are_told_where_they_are_called(body: str) -> None:
    assert mended(body) == NAMED[body]


MAPS = {
    "make = partial(scaled, shift=other)\nreturn tuple(map(make, (x, other)))\n": ["[scaled(item, shift=other) for item in (x, other)]"],
    "return tuple(map(partial(scaled, shift=other), (x, other)))\n": ["[scaled(item, shift=other) for item in (x, other)]"],
    "return tuple(map(partial(scaled, shift=x.mean()), (x, other)))\n": [
        "[(partial(scaled, shift=x.mean()))(item) for item in (x, other)]"
    ],
    "return tuple(map(partial(scaled, scale=2.0), (x, other)))\n": [],
    "return tuple(map(partial(scaled, scale=2.0), (x, other))), scaled(x)\n": ["[scaled(item, scale=2.0) for item in (x, other)]"],
    "return tuple(map(partial(self.layer, scale=x), (x, other)))\n": [],
}


@pytest.mark.parametrize("body", MAPS)
def test_partial_objects_that_hold_tensors_are_not_mapped(body: str) -> None:
    assert mended(body, "MA413") == MAPS[body]

"""Attributes that change between two runs of a graph."""

from __future__ import annotations

import pytest
from hazard_helpers import told

CLASS = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate
        self.head = nn.Linear(2, 2)
        self.weight = nn.Parameter(torch.ones(2))
        self.unread = 0
        self.begin()

    def begin(self):
        self.rate = self.rate + 1

    def forward(self, x):
        return self.head(x) * self.rate * self.weight

"""


@pytest.mark.parametrize(
    ("code", "stores"),
    [
        ("    def slower(self):\n        self.rate = self.rate / 2\n", ["self.rate"]),
        ("    def slower(self):\n        self.unread = 2\n        self.head = nn.Linear(2, 2)\n        self.training = False\n", []),
        ("    def reset(self, other):\n        self.weight = other.abs()\n", []),
        ("\nnet = Net(1)\nnet.rate = 2\nnet(torch.ones(2))\nnet.rate = 3\n", ["net.rate"]),
        ("\ndef train(x):\n    net = Net(1)\n    for step in range(3):\n        net.rate = step\n        x = net(x)\n", ["net.rate"]),
        ("\ndef made(x):\n    net = Net(1)\n    net.rate = 5\n    return net(x)\n", []),
    ],
)
def test_stores_that_a_compiled_graph_does_not_see_are_told(code: str, stores: list[str]) -> None:
    assert told(CLASS + code, "MA481") == stores

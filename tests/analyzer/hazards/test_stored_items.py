"""Items that a forward stores into lists of its module."""

from __future__ import annotations

import pytest
from hazard_helpers import codes

from mindaudit.model import Target

TEXT = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.state = {made}

    def forward(self, x):
        self.state[0] = self.layer(x)
        return self.state[0]
"""
CPU = Target("2.10", "graph", "cpu")


@pytest.mark.parametrize("made", ["[torch.tensor] * n", "[torch.tanh, torch.sin]", "[nn.ReLU() for _ in range(n)]"])
def test_lists_of_functions_and_modules(made: str) -> None:
    assert codes(TEXT.format(made=made), CPU) == ["MA415"]


@pytest.mark.parametrize("made", ["[None] * n", "[0] * n", "[torch.zeros(1)] * n", "[torch.float32] * n", "['a'] * n"])
def test_other_lists(made: str) -> None:
    assert codes(TEXT.format(made=made), CPU) == []


def test_lists_in_lists() -> None:
    text = TEXT.replace("self.state[0]", "self.state[1][0]")
    assert codes(text.format(made="[[torch.tensor] * n for _ in range(3)]"), CPU) == ["MA415"]
    assert codes(text.format(made="[[None] * n for _ in range(3)]"), CPU) == []


KEPT = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("lost", torch.zeros(3), persistent=False)
        self.register_buffer("saved", torch.zeros(3))
        self.plain = torch.zeros(3)
        self.weight = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        {statement}
        return x + self.lost + self.plain
"""


@pytest.mark.parametrize(
    "statement", ["self.lost[0] = 1", "self.lost.copy_(x)", "y = self.lost.copy_(x)", "self.plain[0] = 1", "self.plain.add_(x)"]
)
def test_tensors_that_are_not_saved(statement: str) -> None:
    assert codes(KEPT.format(statement=statement), CPU) == ["MA415"]


@pytest.mark.parametrize("statement", ["self.saved[0] = 1", "self.saved.add_(x)", "self.weight.add_(x)", "x.add_(1)", "y = self.plain + 1"])
def test_tensors_that_are_parameters(statement: str) -> None:
    assert codes(KEPT.format(statement=statement), CPU) == []


CACHE = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = {"k": torch.empty(1, 0, 2)}

    def keep(self, k):
        STATEMENT

    def forward(self, k):
        return self.keep(k)BEHIND
"""


@pytest.mark.parametrize(
    ("statement", "behind", "is_told"),
    [
        ('self.cache["k"] = torch.cat((self.cache["k"], k))\n        return self.cache["k"]', "", True),
        ('old = self.cache["k"]\n        self.cache["k"] = k\n        return old', "", True),
        ('self.cache["k"] = k', ', self.cache["k"]', True),
        ('self.cache["k"] = k\n        return self.cache["k"]', "", False),
        ('if "z" not in self.cache:\n            self.cache["z"] = k\n        return self.cache["z"]', "", False),
        ('if "z" in self.cache:\n            return self.cache["z"]\n        self.cache["z"] = k\n        return k', "", False),
    ],
)
def test_items_that_are_read_again_later(statement: str, behind: str, is_told: bool) -> None:
    assert codes(CACHE.replace("STATEMENT", statement).replace("BEHIND", behind), CPU) == ["MA415"] * is_told

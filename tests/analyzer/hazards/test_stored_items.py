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

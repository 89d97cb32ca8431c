"""Tensors whose data a function sets behind their use, rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
LINE = "before_new_data(self.s)"
SOURCE = """import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.s = nn.Parameter(torch.ones(2))

    def forward(self, x):
        BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "y = x * self.s\n        self.s.data = y.detach()\n        return y",
            f"{LINE}\n        y = x * self.s\n        any_shape(self.s).data =",
        ),
        (
            "if x is None:\n            return x\n        elif self.s.max() > 0:\n            self.s.data = x",
            f"{LINE}\n        if x is None:\n            return x\n        elif",
        ),
        (
            "for _ in range(2):\n            x = x + self.s.exp()\n            self.s.data = x\n        return x",
            f"for _ in range(2):\n            {LINE}\n            x = ",
        ),
    ],
)
def test_memory_of_its_own_before_the_first_use(before: str, after: str, tmp_path: Path) -> None:
    assert f"        {after}" in rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    "statements",
    [
        "self.s.data = self.s * 2",
        "self.s.data = x\n        return x * self.s",
        "y = x[self.s] if self.s is not None else x\n        self.s.data = y",
        "y = self(x)\n        self.data = y",
        "y = self.s.new_zeros(2)\n        self.s.data = y",
        "n = self.s.shape[0]\n        self.s.data = x[:n]",
        "self.s.grad = torch.autograd.grad(x, [self.s])[0]\n        self.s.data = x",
        "with torch.no_grad():\n            y = x * self.s\n        self.s.data = y",
        "y = (x * self.s).sum()\n        y.backward()\n        self.s.data = x",
        "y = {p.name: p + 1 for p in x}\n        for p in self.parameters():\n            p.data = y[p.name]",
    ],
)
def test_what_is_not_saved_for_gradients_keeps_its_memory(statements: str, tmp_path: Path) -> None:
    assert "before_new_data" not in rewritten(tmp_path, SOURCE.replace("BEFORE", statements), Choice(recipes=True), CPU).new


def test_graphs_have_no_such_line(tmp_path: Path) -> None:
    source = SOURCE.replace("BEFORE", "y = x * self.s\n        self.s.data = y\n        return y")
    assert "before_new_data" not in rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new

"""In-place methods inside of expressions get lines of their own for graphs."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
HEAD = """import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.register_buffer("kept", torch.ones(3))

    def held(self):
        return self.kept

    def made(self, x):
        return x * 2

    def forward(self, x: torch.Tensor, n: torch.Tensor):
        y = x * n
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z = torch.exp(y[:, 1].clamp_(-5.0, 2.0))", "y[:, 1] = mint.clamp(y[:, 1], -5.0, 2.0)\n        z = exp(y[:, 1])"),
        ("z = torch.exp(y.add_(1)) + y", "y = mint.add(y, 1)\n        z = exp(y) + y"),
        ("z = self.made(x).add_(1)", "changed = self.made(x)\n        changed = mint.add(changed, 1)\n        z = changed"),
        (
            "z = self.lin(x).add_(1).mul_(2) - y",
            "changed = self.lin(x)\n{0}changed = mint.add(changed, 1)\n{0}changed = mint.mul(changed, 2)\n{0}z = changed - y",
        ),
    ],
)
def test_what_is_computed_first_is_changed_in_a_line_before(before: str, after: str, tmp_path: Path) -> None:
    source = f"{HEAD}        {before}\n        return y, z\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"        {after.format(' ' * 8)}\n" in new
    assert new.count("# mindaudit:") == 1


@pytest.mark.parametrize(
    "line",
    [
        "z = self.held().add_(1) + y",
        "z = torch.exp(y) * y[0].add_(1)",
        "z = y + (y[0].add_(1))",
        "z = y[0].add_(1) + 1 if n is None else y",
        "z = [y[i].add_(1) + 1 for i in range(2)]",
        "z = n is None and y[0].add_(1)",
    ],
)
def test_what_is_computed_later_stays_and_is_told(line: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, f"{HEAD}        {line}\n        return y, z\n", Choice(recipes=True), GRAPH).new
    assert ".add_(1)" in new
    assert "keeps its old value" in new.replace("\n        #   ", " ")


def test_pynative_mode_keeps_the_expression(tmp_path: Path) -> None:
    source = f"{HEAD}        z = torch.exp(y[:, 1].clamp_(-5.0, 2.0))\n        return y, z\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert "overwritten(y[:, 1], mint.clamp(y[:, 1].copy(), -5.0, 2.0))" in new

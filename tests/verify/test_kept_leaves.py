"""Leaves that a network keeps in a dict get gradients, which another base of its class reads; in torch and rewritten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from networks import loaded

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = """import torch
from torch import nn


class Holder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Linear(2, 2)
        self.leaves = {}

    def forward(self, x):
        encoded = self.encoder(x)
        for name in ("a", "b"):
            self.leaves[name] = encoded.detach().clone()
            self.leaves[name].requires_grad = True
        return [self.leaves[name].pow(2).sum() * (i + 1) for i, name in enumerate("ab")]


class Reader(nn.Module):
    def gradients(self, losses):
        for loss in losses:
            loss.backward()
        return [self.leaves[name].grad.data.sum().item() for name in ("a", "b")]


class Net(Holder, Reader):
    pass


def answer():
    net = Net()
    with torch.no_grad():
        net.encoder.weight.fill_(0.5)
        net.encoder.bias.fill_(0.1)
    torch.optim.SGD(net.parameters(), lr=0.1)
    return net.gradients(net(torch.ones(1, 2)))
"""


def test_gradients_of_leaves_in_a_dict(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(SOURCE)
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    (tmp_path / "new.py").write_text(rewrite([tmp_path / "old.py"], config, Choice(recipes=True))[0].new)
    answers: list[Any] = [loaded(tmp_path / f"{name}.py", f"leaves_{name}").answer() for name in ("old", "new")]
    np.testing.assert_allclose(answers[1], answers[0], rtol=1e-6)

"""A Parameter that is cast or moved where it is made stays one, and what is written to its detached view reaches it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = """import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Parameter(torch.ones(2)).to(dtype=torch.float)
        self.b = nn.Parameter(torch.ones(2)).float()
        self.c = nn.Parameter(torch.ones(2)).to("cpu")
        self.d = nn.Parameter(torch.ones(2)).to(torch.float64)

    def forward(self, x: torch.Tensor):
        return x * self.a * self.b * self.c * self.d.float()


def scaled(module: nn.Module, scale: float):
    for p in module.parameters():
        p.detach().mul_(scale).add_(1.0)
    return module


def zeroed(module):
    for p in module.parameters():
        p.detach().zero_()
    return module
"""


@pytest.mark.parametrize("mode", ["pynative", "graph"])
def test_parameters_stay_and_change(mode: str, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(SOURCE)
    config = Config(targets=(Target("2.10", mode, "cpu"),), cache=False)
    new = rewrite([tmp_path / "old.py"], config, Choice(recipes=True))[0].new
    assert "# mindaudit: " not in new.partition("\n")[2]
    (tmp_path / "new.py").write_text(new)
    module = loaded(tmp_path / "new.py", f"kept_{mode}")
    network = module.M()
    assert [p.name for p in network.trainable_params()] == ["a", "b", "c"]
    mindspore.set_context(mode=mindspore.GRAPH_MODE if mode == "graph" else mindspore.PYNATIVE_MODE)
    try:
        assert module.scaled(network, 3.0)(mindspore.Tensor(np.ones(2, "float32"))).asnumpy().tolist() == [64.0, 64.0]
        assert [p.asnumpy().tolist() for p in module.zeroed(network).trainable_params()] == [[0.0, 0.0]] * 3
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

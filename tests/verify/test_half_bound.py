"""What two branches on the same setting bind and read compiles after the rewrite, wherever the setting is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from networks import loaded
from recipe_checks import mindspore

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = """from types import SimpleNamespace

import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.deep = True
        self.config = SimpleNamespace(deep=True)
        self.sizes = [3, 1]
        self.norm = nn.Linear(1, 1)

    def forward(self, x: torch.Tensor):
        if TEST:
            y = x + 1
        x = x * 2
        if TEST:
            x = x + y
        return x
"""


@pytest.mark.parametrize("test", ["self.deep", "self.config.deep", "self.sizes[0] > 1", "self.norm.bias is not None"])
def test_half_bound_names_compile(test: str, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(SOURCE.replace("TEST", test))
    config = Config(targets=(Target("2.10", "graph", "cpu"),), cache=False)
    new = rewrite([tmp_path / "old.py"], config, Choice(recipes=True))[0].new
    assert ("y = None" in new) is (test != "self.deep")
    (tmp_path / "new.py").write_text(new)
    network = loaded(tmp_path / "new.py", f"half_{abs(hash(test))}").M()
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        assert network(mindspore.Tensor([[1.0]])).asnumpy().tolist() == [[4.0]]
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

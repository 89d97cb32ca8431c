"""A tensor that is read by an empty list is empty, forward and backward, in both modes."""

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


class M(torch.nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.some = [i for i in range(3) if i > limit]

    def forward(self, x: torch.Tensor):
        return x[INDEX]
"""


@pytest.mark.parametrize("mode", ["pynative", "graph"])
@pytest.mark.parametrize("limit", [1, 5])
@pytest.mark.parametrize("index", ["self.some", "self.some, :", ":, self.some", "..., self.some", "self.some, self.some"])
def test_what_an_empty_list_selects(index: str, limit: int, mode: str, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(SOURCE.replace("INDEX", index))
    config = Config(targets=(Target("2.10", mode, "cpu"),), cache=False)
    (tmp_path / "new.py").write_text(rewrite([tmp_path / "old.py"], config, Choice(recipes=True))[0].new)
    network = loaded(tmp_path / "new.py", f"new_{mode}").M(limit)
    x = np.arange(9, dtype="float32").reshape(3, 3)
    place = eval(f"np.s_[{index.replace('self.some', 'some')}]", {"np": np, "some": np.arange(limit + 1, 3)})
    wanted = np.zeros_like(x)
    wanted[place] = 1

    def total(x: mindspore.Tensor) -> mindspore.Tensor:
        return network(x).sum()

    mindspore.set_context(mode=mindspore.GRAPH_MODE if mode == "graph" else mindspore.PYNATIVE_MODE)
    try:
        assert np.array_equal(network(mindspore.Tensor(x)).asnumpy(), x[place])
        assert np.array_equal(mindspore.grad(total)(mindspore.Tensor(x)).asnumpy(), wanted)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

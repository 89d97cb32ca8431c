"""Gradients flow through a clone of a parameter, and what is stored into the clone leaves the parameter alone."""

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
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(3))

    def forward(self, x: torch.Tensor):
        w = COPY
        w[1:2] = 0.0
        return (w * x).sum()
"""


@pytest.mark.parametrize("mode", ["pynative", "graph"])
@pytest.mark.parametrize("copy", ["self.w.clone()", "torch.clone(self.w)"])
def test_gradients_of_a_cloned_parameter(copy: str, mode: str, tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text(SOURCE.replace("COPY", copy))
    config = Config(targets=(Target("2.10", mode, "cpu"),), cache=False)
    (tmp_path / "new.py").write_text(rewrite([tmp_path / "old.py"], config, Choice(recipes=True))[0].new)
    network = loaded(tmp_path / "new.py", f"new_{mode}").M()
    mindspore.set_context(mode=mindspore.GRAPH_MODE if mode == "graph" else mindspore.PYNATIVE_MODE)
    try:
        x = mindspore.Tensor(np.array([5.0, 6.0, 7.0], "float32"))
        value, (gradient,) = mindspore.value_and_grad(network, None, mindspore.ParameterTuple(network.trainable_params()))(x)
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert float(value.asnumpy()) == 12.0
    assert gradient.asnumpy().tolist() == [5.0, 0.0, 7.0]
    assert network.w.asnumpy().tolist() == [1.0, 1.0, 1.0]

"""Frozen dataclasses in attributes that a graph reads: the compiler asks for their hash."""

from __future__ import annotations

from pathlib import Path

import pytest
from recipe_checks import mindspore
from test_graph_rewrites import GRAPH, HEAD, loaded

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = """from dataclasses import dataclass


@dataclass(frozen=True)
class Data:
    x: torch.Tensor
    names: list


@dataclass(frozen=True)
class Pair:
    data: Data
    scale: float


class Model:
    def value(self, p, pair):
        return (pair.data.x * p).sum() * pair.scale


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.pair, self.model = Pair(Data(torch.ones(3), ["a"]), 2.0), Model()
        self.p = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return self.model.value(self.p * x, self.pair)
"""


@pytest.mark.usefixtures("in_graphs")
def test_their_fields_are_read_and_gradients_flow(tmp_path: Path) -> None:
    original = loaded(HEAD + SOURCE, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    net = loaded(outcome.new, tmp_path).Net()
    x = mindspore.Tensor([1.0, 2.0, 3.0])
    assert net(x).item() == 12.0
    assert mindspore.grad(net, None, net.trainable_params())(x)[0].tolist() == [2.0, 4.0, 6.0]

"""Views that Python reads in a graph on CPU: those of `mindspore.mint` lose their strides there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from recipe_checks import mindspore, torch
from test_graph_rewrites import GRAPH, HEAD, Weighted, X, loaded, weighted

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
VIEWS = [
    "torch.transpose(y, 0, 1)",
    "y.transpose(-1, -2)",
    "torch.swapaxes(y, 0, 1)",
    "torch.swapdims(y, 0, 1)",
    "torch.permute(y, (1, 0))",
    "torch.chunk(y, 2, 1)[1]",
    "y.chunk(2, dim=1)[1]",
    "torch.narrow(y, 1, 1, 2)",
    "torch.broadcast_to(y[:1], (3, 4))",
    "torch.split(y, 2, 1)[1]",
    "torch.select(y, 1, 2)",
    "torch.unbind(y, 1)[2]",
]


@pytest.mark.parametrize("view", VIEWS)
def test_a_dict_that_is_returned_has_torch_s_values(view: str, tmp_path: Path) -> None:
    source = f'{HEAD}class Net(nn.Module):\n    def forward(self, x):\n        y = x * 2\n        return {{"view": {view}, "whole": y}}\n'
    original = loaded(source, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    found = loaded(outcome.new, tmp_path).Net()(mindspore.Tensor(X))["view"]
    np.testing.assert_allclose(found.asnumpy(), original.Net()(torch.tensor(X))["view"].numpy())


TRAINED = """class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.linspace(0.5, 1.5, 12).reshape(3, 4))

    def forward(self, x):
        y = self.weight
        return x * VIEW.pow(2).mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.last = Scaled(), Scaled()

    def forward(self, x):
        return self.last(torch.sin(self.first(x)))
"""
OF_PARAMETERS = [*VIEWS, "torch.unsqueeze(y, 0)", "y.unsqueeze(1)", "y.t()", "torch.permute(y, [1, 0])", "y.expand(2, 3, 4)", "y.flatten()"]


@pytest.mark.usefixtures("in_graphs")
@pytest.mark.parametrize("view", OF_PARAMETERS)
def test_the_weights_of_two_modules_of_a_class_get_their_gradients(view: str, tmp_path: Path) -> None:
    source = HEAD + TRAINED.replace("VIEW", view)
    original = loaded(source, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    reference, net = original.Net(), loaded(outcome.new, tmp_path).Net()
    weighted(reference(torch.tensor(X))).backward()
    found = mindspore.grad(Weighted(net), None, mindspore.ParameterTuple(net.trainable_params()))(mindspore.Tensor(X))
    for mine, theirs in zip(found, reference.parameters(), strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.grad.numpy(), rtol=1e-4)

"""Views that Python reads in a graph on CPU: those of `mindspore.mint` lose their strides there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from recipe_checks import mindspore, torch
from test_graph_rewrites import GRAPH, HEAD, X, loaded

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

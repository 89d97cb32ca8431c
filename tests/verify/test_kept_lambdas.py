"""Lambdas that a function keeps beside each other, of which a graph calls one: the compiler reads the lines of all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from recipe_checks import mindspore, torch
from test_graph_rewrites import GRAPH, HEAD, X, in_graphs, loaded

from mindaudit.rewrite.choice import Choice
from mindaudit.rewrite.run import rewrite

__all__ = ["in_graphs"]
pytestmark = pytest.mark.verify
SOURCE = """\
KINDS = {}


def register(name, value, slope):
    KINDS[name] = (value, slope)


register("exp", lambda y: torch.exp(y), lambda y: torch.exp(y))
register(
    "rect",
    lambda y: torch.relu(y),
    lambda y: torch.where(
        y > 0,
        torch.ones_like(y),
        torch.zeros_like(y),
    ),
)


class Net(nn.Module):
    def forward(self, x):
        value, _ = KINDS["rect"]
        return value(x)
"""


@pytest.mark.usefixtures("in_graphs")
def test_the_compiled_network_gives_torch_s_numbers(tmp_path: Path) -> None:
    original = loaded(HEAD + SOURCE, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    ported = loaded(outcome.new, tmp_path).Net()
    np.testing.assert_allclose(ported(mindspore.Tensor(X)).asnumpy(), original.Net()(torch.tensor(X)).numpy(), rtol=1e-6)

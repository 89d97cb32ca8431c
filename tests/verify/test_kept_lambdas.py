"""Lambdas that a function keeps beside each other, of which a graph calls one: the compiler reads the lines of all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from recipe_checks import mindspore, torch
from test_graph_rewrites import GRAPH, HEAD, X, loaded

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
SOURCE = (Path(__file__).parents[1] / "analyzer" / "rewrite" / "kept_lambdas.txt").read_text("utf-8")


@pytest.mark.usefixtures("in_graphs")
def test_the_compiled_network_gives_torch_s_numbers(tmp_path: Path) -> None:
    original = loaded(HEAD + SOURCE, tmp_path)
    (outcome,) = rewrite([str(tmp_path / f"{original.__name__}.py")], GRAPH, Choice(recipes=True))
    ported = loaded(outcome.new, tmp_path).Net()
    np.testing.assert_allclose(ported(mindspore.Tensor(X)).asnumpy(), original.Net()(torch.tensor(X)).numpy(), rtol=1e-6)

"""What the graph compiler reads by its lines: texts that are formatted over several, lambdas that share theirs."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_mended import GRAPH
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"rank %d"\n                % x.size(0)', '"rank %d" % x.shape[0]'),
        ('"rank " "%d %d" %\n                (x.ndim,\n                 x.ndim)', '"rank " "%d %d" % (x.ndim,\n                 x.ndim)'),
        ('"rank %d"  # why\n                % x.ndim', None),
        ('"rank %d" % (\n                x.ndim)', None),
        ('"rank %d".format(\n                x.ndim)', None),
    ],
)
def test_texts_that_are_formatted_over_lines_stand_in_one_in_graphs(before: str, after: str | None, tmp_path: Path) -> None:
    lines = "from torch import nn", "", "class Net(nn.Module):", "    def forward(self, x):", "        if x.ndim:"
    source = "\n".join((*lines, f"            raise ValueError({before})", "        return x", ""))
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, source, Choice(recipes=True), target).new
        wanted = after if after and target is GRAPH else before.replace("size(0)", "shape[0]")
        assert f"            raise ValueError({wanted})\n" in new
        assert ("(MA435)" in new) is (target is GRAPH and "why" in before)


@pytest.mark.parametrize(
    ("statement", "is_read"),
    [
        ("self.f = lambda y: y * y.size(0)", True),
        ("self.f = (lambda y: y * y.size(0))", True),
        ("self.f: object = lambda y: y * y.size(0)", True),
        ("self.f = nn.ReLU() if p else lambda y: y * y.size(0)", False),
        ("self.f = [lambda y: y * y.size(0)][0]", False),
        ("self.f = kept(lambda y: y * y.size(0))", False),
        ("self.f = kept(\n            lambda y: y * y.size(0)\n        )", True),
        ("self.f = kept(\n            lambda y: y * y.size(0),\n        )", False),
    ],
)
def test_lambdas_of_graphs_stand_in_lines_of_their_own(statement: str, is_read: bool, tmp_path: Path) -> None:
    lines = "from torch import nn", "", "def kept(f):", "    return f", "", "class Net(nn.Module):"
    body = "    def __init__(self, p=0):", "        super().__init__()", f"        {statement}"
    source = "\n".join((*lines, *body, "    def forward(self, x):", "        return self.f(x)", ""))
    for name, target in (("graph", GRAPH), ("pynative", CPU)):
        (tmp_path / name).mkdir()
        new = rewritten(tmp_path / name, source, Choice(recipes=True), target).new
        assert "y * y.shape[0]" in new
        alone = [line.strip().startswith("lambda y: y * y.shape[0]  # alone in its line, for graphs") for line in new.splitlines()]
        assert any(alone) is (not is_read and target is GRAPH)
        assert "(MA437)" not in new


def test_lambdas_beside_one_that_a_graph_calls_stand_in_lines_of_their_own_too(tmp_path: Path) -> None:
    source = "import torch\nfrom torch import nn\n\n" + Path(__file__).with_name("kept_lambdas.txt").read_text("utf-8")
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert new.count("# alone in its line, for graphs") == 4
    assert "    (\n    lambda y: mint.where(\n        y > 0,\n" in new
    assert "    )  # alone in its line, for graphs\n    ),\n" in new
    assert "(MA437)" not in new

"""Methods of containers that a graph refuses or passes over, and scopes that it takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.choice import Choice

GRAPH = Config(cache=False, targets=(Target(mode="graph", backend="cpu"),))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("kwargs.update(context=x, mask=None)", 'kwargs.update({"context": x, "mask": None})'),
        ('kwargs.setdefault("scale", 2.0)', 'if "scale" not in kwargs: kwargs["scale"] = 2.0'),
        ("sizes.sort()", "sizes = sorted(sizes)"),
        ('kwargs.update({"context": x})', 'kwargs.update({"context": x})'),
    ],
)
def test_containers_change_in_ways_that_graphs_take(line: str, written: str, tmp_path: Path) -> None:
    head = "from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, **kwargs):\n        sizes = [3, 1]\n"
    new = rewritten(tmp_path, f"{head}        {line}\n        return x * sizes[0], kwargs\n", Choice(recipes=True), GRAPH).new
    assert f"        {written}\n" in new

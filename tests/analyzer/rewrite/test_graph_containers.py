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
        ("kwargs.update(a=torch.abs(x), **sizes[0])", 'kwargs.update(sizes[0]); kwargs.update({"a": mint.abs(x)})'),
        ("kwargs.update(a=torch.abs(x), **x(torch.abs(x)))", "kwargs.update(a=mint.abs(x), **x(mint.abs(x)))"),
        ("kwargs.update(a=torch.abs(x), b=torch.relu(x))", 'kwargs.update({"a": mint.abs(x), "b": mint.nn.functional.relu(x)})'),
        ("kwargs.update(\n            a=x,  # why\n        )", "kwargs.update(\n            a=x,  # why\n        )"),
        ('kwargs.setdefault("scale", torch.abs(x))', 'if "scale" not in kwargs: kwargs["scale"] = mint.abs(x)'),
        ("sizes.sort()", "sizes = sorted(sizes)"),
        ("sizes.sort(key=lambda size: torch.abs(size))", "sizes = sorted(sizes, key=lambda size: mint.abs(size))"),
        ('kwargs.update({"context": x})', 'kwargs.update({"context": x})'),
    ],
)
def test_containers_change_in_ways_that_graphs_take(line: str, written: str, tmp_path: Path) -> None:
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, **kwargs):\n        sizes = [3, 1]\n"
    new = rewritten(tmp_path, f"{head}        {line}\n        return x * sizes[0], kwargs\n", Choice(recipes=True), GRAPH).new
    assert f"        {written}\n" in new


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("rows.append(1), columns.append(x.shape[0])", "rows.append(1); columns.append(x.shape[0])"),
        ("rows.append(torch.abs(x)), columns.append(2),", "rows.append(mint.abs(x)); columns.append(2)"),
        ("self.training and rows.append(1)  # seldom", "if self.training: rows.append(1)  # seldom"),
        ("x is None or rows.append(1)", None),
        ("[rows.append(each) for each in (1, 2)]", None),
        ("rows.remove(1)", None),
    ],
)
def test_what_changes_a_container_is_a_statement_of_its_own_in_graphs(line: str, written: str | None, tmp_path: Path) -> None:
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        rows, columns = [], list()\n"
    new = rewritten(tmp_path, f"{head}        {line}\n        return x[:, rows] * x[:, columns]\n", Choice(recipes=True), GRAPH).new
    assert f"        {written or line}\n" in new
    assert ("(MA416)" in new) == (written is None)

"""Data of a tensor itself that is changed outside of graphs, rewritten: no remark in PyNative mode."""

from __future__ import annotations

from pathlib import Path

from test_rewrite import CPU, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(jobs=1, cache=False, targets=(Target(mode="graph", backend="cpu"),))
SOURCE = """import torch
from torch import nn


def merged(weight: torch.Tensor):
    weight.data -= 1
    return weight.sum()
"""


def test_the_data_of_a_tensor_changes_outside_of_graphs(tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE, Choice(recipes=True), CPU).new
    assert "    weight.data -= 1\n" in new
    assert "(MA612)" not in new
    assert "(MA612)" in rewritten(tmp_path, SOURCE, Choice(recipes=True), GRAPH).new

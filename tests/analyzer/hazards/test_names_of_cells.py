"""Attributes by names of a Cell's own."""

from __future__ import annotations

import pytest
from hazard_helpers import GRAPH, codes

from mindaudit.model import Target

TEXT = """
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.{name} = nn.Linear(3, 3)

    def forward(self, x):
        return self.{name}(x)
"""
CPU = Target("2.10", "graph", "cpu")
EAGER = Target("2.10", "pynative", "cpu")


@pytest.mark.parametrize("name", ["phase", "compile_cache", "parameters_dict"])
def test_what_a_graph_asks_a_cell_for_is_told_in_graphs_alone(name: str) -> None:
    text = TEXT.format(name=name)
    assert [codes(text, target) for target in (CPU, GRAPH, EAGER)] == [["MA517"], ["MA517"], []]


@pytest.mark.parametrize("name", ["compiled", "recompute", "cells"])
def test_other_names_of_a_cell_are_free(name: str) -> None:
    assert codes(TEXT.format(name=name), CPU) == []


@pytest.mark.parametrize(("kept", "expected"), [("self.{name} = 2", ["MA517"]), ("def {name}(self):\n        return []", [])])
def test_an_attribute_hides_what_is_called_on_a_cell_and_a_method_stands_for_it(kept: str, expected: list[str]) -> None:
    method = f"def __init__(self):\n        super().__init__()\n        {kept}" if expected else kept
    text = f"from torch import nn\n\n\nclass Net(nn.Module):\n    {method}\n".format(name="trainable_params")
    assert [codes(text, target) for target in (CPU, EAGER)] == [expected, expected]

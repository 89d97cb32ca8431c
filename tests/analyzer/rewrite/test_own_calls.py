"""Objects that call themselves, which the graph compiler does not know how to call."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_device_objects import CPU, GRAPH, after

TEXT = """import torch
from torch import nn


class Scale:
    def __call__(self, x):
        return x * 2

    def twice(self, x):
        return self(self(x))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = Scale()

    def forward(self, x):
        return self(x[:2]) if x.shape[0] > 2 else self.scale.twice(x)
"""


@pytest.mark.parametrize(
    ("config", "outer", "inner"),
    [(GRAPH, "self.construct(x[:2]) if", "self.__call__(self.__call__(x))"), (CPU, "self(x[:2]) if", "self(self(x))")],
)
def test_a_call_of_oneself_is_one_of_the_method_in_graphs(config: object, outer: str, inner: str, tmp_path: Path) -> None:
    new = after(tmp_path, TEXT, config)  # type: ignore[arg-type]
    assert f"        return {inner}\n" in new
    assert f"        return {outer}" in new


def test_outside_of_graphs_it_stays(tmp_path: Path) -> None:
    assert "return self(self(x))" in after(tmp_path, TEXT.replace("self.scale.twice(x)", "x"), GRAPH)

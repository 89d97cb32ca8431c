"""Methods of NumPy's numbers in networks, of which the graph compiler makes numbers of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_device_objects import CPU, GRAPH, after

SOURCE = """import numpy as np
from torch import nn


class Net(nn.Module):
    def forward(self, x):
        n = x.shape[1]
        return BEFORE
"""


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("np.ceil(np.log(n)).astype('int').item()", "int(np.ceil(np.log(n)))"),
        ("np.sqrt(n).astype(np.float64)", "float(np.sqrt(n))"),
        ("np.prod(x.shape).item()", "np.prod(x.shape)"),
        ("np.arange(n).astype(int)", "np.arange(n).astype(int)"),
        ("np.sum(np.ones((2, 2)), 0).astype(int)", "np.sum(np.ones((2, 2)), 0).astype(int)"),
        ("np.ones((2, 2)).sum(1).astype(int)", "np.ones((2, 2)).sum(1).astype(int)"),
        ("np.ones((2, 2)).sum().astype(int)", "int(np.ones((2, 2)).sum())"),
        ("np.sqrt(n).astype(n)", "np.sqrt(n).astype(n)"),
    ],
)
def test_they_become_python_s_in_graphs(before: str, line: str, tmp_path: Path) -> None:
    for name, config, wanted in (("graph", GRAPH, line), ("eager", CPU, before)):
        (tmp_path / name).mkdir()
        assert f"return {wanted}\n" in after(tmp_path / name, SOURCE.replace("BEFORE", before), config)

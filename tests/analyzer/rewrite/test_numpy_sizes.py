"""Numbers of NumPy that are given to functions which stay as they are written."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_device_objects import CPU, GRAPH, after


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("F.interpolate(x, size=(n, 2))", "interpolate(x, size=(any_bound(n), 2))"),
        ("F.interpolate(x, size=n)", "interpolate(x, size=any_bound(n))"),
        ("F.max_pool2d(x, np.int64(2))", "max_pool2d(x, any_bound(np.int64(2)))"),
        ("torch.manual_seed(n)", "manual_seed(any_bound(n))"),
        ("torch.split(x, [n, 1])", "ops.split(x, [any_bound(n), 1])"),
        ("F.interpolate(x, size=3)", "interpolate(x, size=3)"),
        ("F.interpolate(x, size=k)", "interpolate(x, size=k)"),
    ],
)
def test_they_become_python_s(before: str, line: str, tmp_path: Path) -> None:
    body = f"    n = np.arange(4).max()\n    return {before}\n"
    source = f"import numpy as np\nimport torch\nimport torch.nn.functional as F\n\n\ndef f(x: torch.Tensor, k):\n{body}"
    for name, config in (("eager", CPU), ("graph", GRAPH)):
        (tmp_path / name).mkdir()
        new = after(tmp_path / name, source, config)
        if name == "eager":
            assert line in new
        else:
            assert "any_bound" not in new


def test_code_of_the_host_gives_python_s_numbers_beside_graphs_too(tmp_path: Path) -> None:
    source = (
        "import numpy as np\nimport torch\n\n\ndef f(a):\n    k = np.array(a).max()\n"
        "    return torch.arange(0, 6, k), torch.ones(k, 2).chunk(k, 1)\n\n\nprint(f([1, 2]))\n"
    )
    new = after(tmp_path, source, GRAPH)
    assert "arange(0, 6, k.item())" in new
    assert "mint.ones((int(k), 2))" in new
    assert "int(k), 1" in " ".join(new.split())


def test_what_a_network_gets_may_be_an_array_whose_largest_number_ends_a_range(tmp_path: Path) -> None:
    source = (
        "import numpy as np\nimport torch\nfrom torch import nn\n\n\nclass M(nn.Module):\n    def forward(self, x, lengths):\n"
        "        longest = max(lengths)\n        return torch.arange(longest), torch.arange(x.shape[0])\n"
    )
    assert "ops.arange(any_bound(longest)), ops.arange(x.shape[0])" in after(tmp_path, source, CPU)
